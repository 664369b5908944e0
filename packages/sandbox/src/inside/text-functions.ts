/**
 * Source of `atob`, `btoa`, `TextEncoder` and `TextDecoder` (UTF-8) for programs, as the HTML and Encoding standards
 * define them. QuickJS has none of them, and programs receive binary bodies in base64.
 */
export const TEXT_FUNCTIONS = `(() => {
  'use strict';
  const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const CHUNK = 8192;
  const REPLACEMENT = 0xfffd;
  const join = (length, part) => {
    const parts = [];
    for (let at = 0; at < length; at += CHUNK) parts.push(part(at, Math.min(at + CHUNK, length)));
    return parts.join('');
  };

  globalThis.btoa = (value) => {
    const text = String(value);
    if (/[^\\0-\\xff]/.test(text)) throw new TypeError('btoa takes characters up to U+00FF');
    const encoded = [];
    for (let at = 0; at < text.length; at += 3) {
      const bits =
        (text.charCodeAt(at) << 16) | ((text.charCodeAt(at + 1) || 0) << 8) | (text.charCodeAt(at + 2) || 0);
      const left = text.length - at;
      encoded.push(
        DIGITS[bits >> 18] + DIGITS[(bits >> 12) & 63] +
          (left > 1 ? DIGITS[(bits >> 6) & 63] : '=') + (left > 2 ? DIGITS[bits & 63] : '='),
      );
    }
    return encoded.join('');
  };

  globalThis.atob = (value) => {
    const given = String(value).replace(/[\\t\\n\\f\\r ]/g, '');
    const text = given.length % 4 === 0 ? given.replace(/={1,2}$/, '') : given;
    if (text.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(text)) throw new TypeError('atob takes base64');
    const bytes = [];
    for (let at = 0, bits = 0, count = 0; at < text.length; at += 1) {
      bits = ((bits << 6) | DIGITS.indexOf(text[at])) & 0xffff;
      count += 6;
      if (count < 8) continue;
      count -= 8;
      bytes.push((bits >> count) & 255);
    }
    return join(bytes.length, (from, to) => String.fromCharCode(...bytes.slice(from, to)));
  };

  globalThis.TextEncoder = class TextEncoder {
    get encoding() {
      return 'utf-8';
    }
    encode(value = '') {
      const bytes = [];
      for (const character of String(value)) {
        const found = character.codePointAt(0);
        const point = found >= 0xd800 && found <= 0xdfff ? REPLACEMENT : found;
        if (point < 0x80) bytes.push(point);
        else if (point < 0x800) bytes.push(0xc0 | (point >> 6), 0x80 | (point & 63));
        else if (point < 0x10000) bytes.push(0xe0 | (point >> 12), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63));
        else
          bytes.push(
            0xf0 | (point >> 18), 0x80 | ((point >> 12) & 63), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63),
          );
      }
      return new Uint8Array(bytes);
    }
  };

  // Reads the first byte of a character: how many bytes follow, and the bounds of the next one (Unicode, table 3-7).
  const lead = (byte) => {
    if (byte >= 0xc2 && byte <= 0xdf) return [1, 0x80, 0xbf];
    if (byte >= 0xe0 && byte <= 0xef) return [2, byte === 0xe0 ? 0xa0 : 0x80, byte === 0xed ? 0x9f : 0xbf];
    if (byte >= 0xf0 && byte <= 0xf4) return [3, byte === 0xf0 ? 0x90 : 0x80, byte === 0xf4 ? 0x8f : 0xbf];
    return null;
  };

  globalThis.TextDecoder = class TextDecoder {
    #fatal;
    #ignoreBOM;
    constructor(label = 'utf-8', { fatal = false, ignoreBOM = false } = {}) {
      if (!/^utf-?8$/i.test(String(label).trim())) throw new RangeError('TextDecoder knows utf-8 alone');
      this.#fatal = fatal;
      this.#ignoreBOM = ignoreBOM;
    }
    get encoding() {
      return 'utf-8';
    }
    decode(input = new Uint8Array()) {
      const bytes = ArrayBuffer.isView(input)
        ? new Uint8Array(input.buffer, input.byteOffset, input.byteLength)
        : new Uint8Array(input);
      const points = [];
      for (let at = 0; at < bytes.length; ) {
        const first = bytes[at];
        at += 1;
        if (first < 0x80) {
          points.push(first);
          continue;
        }
        const rule = lead(first);
        let point = rule === null ? REPLACEMENT : first & (0x3f >> rule[0]);
        let isWhole = rule !== null;
        for (let left = rule === null ? 0 : rule[0], low = rule?.[1], high = rule?.[2]; left > 0; left -= 1) {
          const next = bytes[at];
          if (!(next >= low && next <= high)) {
            isWhole = false;
            break;
          }
          point = (point << 6) | (next & 63);
          at += 1;
          [low, high] = [0x80, 0xbf];
        }
        if (!isWhole && this.#fatal) throw new TypeError('the bytes are not UTF-8');
        points.push(isWhole ? point : REPLACEMENT);
      }
      if (points[0] === 0xfeff && !this.#ignoreBOM) points.shift();
      return join(points.length, (from, to) => String.fromCodePoint(...points.slice(from, to)));
    }
  };
})()`;
