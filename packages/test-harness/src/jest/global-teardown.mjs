/** Runs once after all test files. */
export default async function tearDown() {
  await globalThis.testServerBroker?.stop();
}
