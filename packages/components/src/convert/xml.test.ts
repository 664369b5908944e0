import { describe, expect, test } from '@jest/globals';
import type { Json } from '@workflow/workflow-model';
import { readXml } from './formats/read-xml.ts';
import { writeXml } from './formats/write-xml.ts';

/** https://www.w3.org/TR/xml/ */
describe('XML is read', () => {
  test.each<[string, string, Json]>([
    [
      'names of prototypes',
      '<a><prototype>1</prototype><constructor x="2"/></a>',
      { a: { prototype: '1', constructor: { '@x': '2' } } },
    ],
    [
      'names of functions',
      '<toString><hasOwnProperty>1</hasOwnProperty><valueOf/></toString>',
      { toString: { hasOwnProperty: '1', valueOf: '' } },
    ],
    ['attributes of such names', '<a constructor="1" toString="2"/>', { a: { '@constructor': '1', '@toString': '2' } }],
    [
      'a text around an element',
      '<a>Please <em>do not</em> reply</a>',
      { a: { em: 'do not', '#text': 'Please reply' } },
    ],
    ['a text around several', '<a>one <b/>two<i/> three</a>', { a: { b: '', i: '', '#text': 'one two three' } }],
    ['a text without white space', '<a>H<sub>2</sub>O</a>', { a: { sub: '2', '#text': 'HO' } }],
    ['a text in lines', '<a>\n  Hello\n  <b>x</b>\n  you\n</a>', { a: { b: 'x', '#text': 'Hello you' } }],
    ['white space between elements', '<a>\n  <b>1</b>\n  <b>2</b>\n</a>', { a: { b: ['1', '2'] } }],
    ['white space around a text', '<a><b>  x y  </b></a>', { a: { b: 'x y' } }],
    [
      'white space that is preserved',
      '<a xml:space="preserve"><b>  x  </b></a>',
      { a: { '@xml:space': 'preserve', b: '  x  ' } },
    ],
    ['white space in an attribute', '<a b=" x\ty "/>', { a: { '@b': ' x y ' } }],
    ['characters by their numbers in an attribute', '<a b="&#9;&#10;&quot;&amp;lt;"/>', { a: { '@b': '\t\n"&lt;' } }],
    ['CDATA', '<a><![CDATA[1 < 2 &amp; <!ENTITY x "y">]]></a>', { a: '1 < 2 &amp; <!ENTITY x "y">' }],
    ['CDATA next to text', '<a>x &amp; <![CDATA[<y>]]></a>', { a: 'x & <y>' }],
    ['a comment on entities', '<!-- <!ENTITY x "y"> --><a>x<!-- <!ENTITY z "y"> -->y</a>', { a: 'xy' }],
    [
      'a document type with a comment',
      '<!DOCTYPE a [<!-- <!ENTITY x "y"> --><!ELEMENT a (#PCDATA)>]><a>1</a>',
      { a: '1' },
    ],
    ['a document type with quotes', '<!DOCTYPE a SYSTEM "a>b.dtd"><a>1</a>', { a: '1' }],
    ['an entity in a text', '<a>&lt;!ENTITY&gt; &#8364; &#x1F642;</a>', { a: '<!ENTITY> € 🙂' }],
    ['a declaration and hints', '<?xml version="1.0" encoding="UTF-8"?><?x y?><a><?z <!ENTITY?>1</a>', { a: '1' }],
    ['names with a prefix', '<s:a xmlns:s="urn:1"><s:b>1</s:b></s:a>', { 's:a': { '@xmlns:s': 'urn:1', 's:b': '1' } }],
    ['a byte order mark', '\uFEFF<a>1</a>', { a: '1' }],
  ])('with %s', (_, text, value) => {
    expect(readXml(text)).toEqual(value);
  });

  test.each([
    ['<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'],
    ['<?xml version="1.0"?>\n<!-- c --><!DOCTYPE a [<!ELEMENT a ANY><!ENTITY % x SYSTEM "http://a.example/">]><a/>'],
    ['<!DOCTYPE a [<!-- > --> <!entity x "y">]><a/>'],
    ['<!DOCTYPE a [<!ATTLIST a b CDATA ">"><!ENTITY x "y">]><a/>'],
  ])('%s declares entities, and is refused', (text) => {
    expect(() => readXml(text)).toThrow(/declares its own entities|is not well-formed/);
  });
});

describe('XML is written', () => {
  test.each<[string, Json, string]>([
    [
      'attributes that look like booleans',
      { order: { '@paid': 'true', '@open': false, '@none': '' } },
      '<order paid="true" open="false" none=""/>\n',
    ],
    ['an attribute without a value', { a: { '@b': null, '#text': 0 } }, '<a b="">0</a>\n'],
    ['attributes with quotes and lines', { a: { '@b': '"<\n\t&' } }, '<a b="&quot;&lt;&#10;&#9;&amp;"/>\n'],
    ['a carriage return', { a: 'x\r\ny' }, '<a>x&#13;\ny</a>\n'],
    ['the end of CDATA', { a: ']]>' }, '<a>]]&gt;</a>\n'],
    ['booleans and numbers', { a: { b: true, c: 1.5, d: null } }, '<a>\n  <b>true</b>\n  <c>1.5</c>\n  <d/>\n</a>\n'],
    ['text next to elements', { a: { '#text': 'x ', b: [1, 2] } }, '<a>x <b>1</b><b>2</b></a>\n'],
    [
      'lists of objects',
      { a: { b: [{ '@c': 1 }, { d: 2 }] } },
      '<a>\n  <b c="1"/>\n  <b>\n    <d>2</d>\n  </b>\n</a>\n',
    ],
    ['nothing', { a: { b: [], c: {} } }, '<a>\n  <c/>\n</a>\n'],
    [
      'names of prototypes',
      { constructor: { toString: 'x' } },
      '<constructor>\n  <toString>x</toString>\n</constructor>\n',
    ],
    ['characters beyond the first plane', { a: '🙂\u0085' }, '<a>🙂\u0085</a>\n'],
  ])('with %s', (_, value, text) => {
    expect(writeXml(value)).toBe(text);
  });

  test.each<[Json, string]>([
    [{ a: { b: [[1, 2]] } }, 'b is a list within a list'],
    [{ a: { '@b': { c: 1 } } }, '@b must be text, a number or a boolean, not an object'],
    [{ a: { '@b': [1] } }, '@b must be text, a number or a boolean, not a list'],
    [{ a: { '#text': [1] } }, '#text must be text, a number or a boolean'],
    [{ a: 'x\u0000' }, 'U+0000'],
    [{ a: { '@b': '\u001B[1m' } }, 'U+001B'],
    [{ a: '\uFFFE' }, 'U+FFFE'],
    [{ a: '\uD800' }, 'U+D800'],
    [{ '#text': 'x' }, 'not a valid name'],
    [{ '@a': 'x' }, 'not a valid name'],
    [{ a: { '@': 1 } }, 'not a valid name'],
    [{ a: { 0: 1 } }, 'not a valid name'],
    [{ a: { 'b c': 1 } }, 'not a valid name'],
    [[1], 'one key'],
  ])('%j is refused, with what XML cannot hold', (value, words) => {
    expect(() => writeXml(value)).toThrow(words);
  });

  test('and read again as the same', () => {
    const value = { a: { '@b': ' "x"\n', '#text': 'y\r\nz', c: ['', '1', { '@d': '' }], e: ']]>&amp;' } };
    expect(readXml(writeXml(value))).toEqual(value);
  });
});
