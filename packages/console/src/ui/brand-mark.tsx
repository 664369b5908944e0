export function BrandMark() {
  return <img src="/icon.svg" alt="" width={28} height={28} />;
}
