/** Regular expressions that the check reports but that take linear time or get only short texts, with the reason. */
export const REVIEWED: Readonly<Record<string, string>> = {
  'packages/cli/src/sync/translate.ts /(\\$secret\\(\\s*)(["\'])([^"\']+)\\2/g':
    'A quote ends the repeat, and each match has one.',
  'packages/component-packages/src/manifest/read-manifest.ts /\\]\\(\\s*<?([^\\s)>]*)|\\]:\\s*<?([^\\s>]*)/g':
    'It has matched where the repeat begins, whatever follows.',
  'packages/component-packages/src/registry/registry-settings.ts /\\$\\{([^${}]+)\\}/g':
    'A dollar sign ends the repeat.',
  'packages/apps/src/openapi/servers.ts /\\{([^{}]*)\\}/g': 'A brace ends the repeat.',
  'packages/components/src/app-action/http/build-request.ts /\\{([^{}]+)\\}/g': 'A brace ends the repeat.',
  "packages/components/src/convert/dates/pattern.ts /'((?:[^']|'')*)'|([A-Za-z])\\2*|[^A-Za-z":
    'A quote that nothing closes is the end of the pattern, and ends the reading.',
  "packages/components/src/convert/dates/read-date.ts new RegExp(`\\\\d{${count}}`, 'y')":
    'Two to four digits, at one place.',
  'packages/components/src/feed/addresses.ts /<(?:[\\w-]+:)?link\\b[^<>]*>/gi': 'An angle bracket ends the repeat.',
  'packages/components/src/feed/addresses.ts /<channel\\b[^<>]*>/i': 'An angle bracket ends the repeat.',
  'packages/components/src/s3/operation.ts new RegExp(`<${element}>([^<]*)<`)': 'An angle bracket ends the repeat.',
  "packages/placeholder-values/src/targets/mail-address.ts new RegExp(`^<?(${ADDRESS})>?$`, 'u')":
    'The text has at most 1,354 characters, and each repeat ends at a sign that it does not take.',
  "packages/placeholder-values/src/targets/mail-address.ts new RegExp(`^<(${ADDRESS})>$`, 'u')":
    'The text has at most 1,354 characters, and each repeat ends at a sign that it does not take.',
  'packages/placeholder-values/src/targets/mail-address.ts new RegExp(String.raw`^"((?:[^"\\\\\\p{Cc}]':
    'The text has at most 1,354 characters, and each repeat ends at a sign that it does not take.',
  'packages/console/src/ui/field-path.ts /\\$eval\\(|(?<dot>\\.?)(?:`(?<quoted>[^`]*':
    'A field of the console, in the browser of its author.',
  'packages/postgres-hosts/src/hosts-of.ts /([?&])target_session_attrs=([^&#]*)(&|(':
    'It has matched where the repeat begins, whatever follows.',
  'packages/postgres-hosts/src/hosts-of.ts /[?&]host=([^&]*)/gi':
    'It has matched where the repeat begins, whatever follows.',
  'packages/outbound/src/s3/xml-values.ts new RegExp(`<${element}>([^<]*)</${eleme':
    'An angle bracket ends the repeat.',
  'packages/service-bundles/src/take-files-along.ts new RegExp( [ `new URL\\\\(\\\\s*(?<file>${T':
    'Sources of this repository, while they are bundled.',
  'packages/service-runtime/src/redaction.ts /([?&]token=)[^&\\s"\'\\\\]+/g':
    'The repeat has matched with its first character, or ends at a slash, as what is before it has one.',
  'packages/service-runtime/src/redaction.ts /(:\\/\\/[^\\s:/@"\']*):[^\\s/@"\']+@/g':
    'The repeat has matched with its first character, or ends at a slash, as what is before it has one.',
  'packages/session-store/src/management/caller-key-format.ts new RegExp(`^(wfk_|wft_)[0-9A-Za-z]{${SE':
    'A fixed number of characters, from the beginning.',
  'packages/session-store/src/migrations/migrate.ts /ERROR: (.*)/':
    'It has matched where the repeat begins, whatever follows.',
  'packages/session-store/src/questions/question-addresses.ts new RegExp(`^[A-Za-z0-9_-]{${TOKEN_LENGT':
    'A fixed number of characters, from the beginning.',
  'packages/placeholder-values/src/dates/read-internet-date.ts /^(?:[a-z]+\\.?,?\\s+)?(?<day>\\d{1,2})[\\s-':
    'The date has at most 200 characters.',
  'packages/placeholder-values/src/dates/read-internet-date.ts /\\([^()]*\\)/g': 'The date has at most 200 characters.',
  'services/ingress/src/http/telemetry/request-log.ts /(\\/(?:invitations|conversations|device-':
    'It has matched with the first character of the repeat.',
};
