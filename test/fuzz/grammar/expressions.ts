import type fc from 'fast-check';
import { patterns, type Pattern } from './pattern.ts';

/** The maximum length of an expression. Longer ones are refused before they are parsed. */
export const MAX_EXPRESSION = 10_000;
/** Longer expressions may not be evaluated in the process. */
export const MAX_SAFE_EXPRESSION = 500;

/**
 * Expressions over `t`, a text, and `j`, any JSON, built of parts that are considered cheap. They are for keys of flow
 * control.
 */
export const cheapExpressions: fc.Arbitrary<Pattern> = patterns(
  {
    words: ['t', '"x"', '1', 'j', 'j.a', 'j.a.a', '$', 'null', 'j[0]', 't[0]', '$count(j)', '$keys(j)', '$sum(j)'],
    between: [' & ', ' + ', ' = ', ' and ', ' in ', ', ', ' < '],
    brackets: [
      ['$trim(', ')'],
      ['$uppercase(', ')'],
      ['$length(', ')'],
      ['$string(', ')'],
      ['$base64encode(', ')'],
      ['$encodeUrlComponent(', ')'],
      ['(', ')'],
      ['[', ']'],
      ['{"a":', '}'],
      ['$split(', ', "")'],
      ['$reverse(', ')'],
      ['$append(', ', j)'],
      ['$merge([', ', j])'],
      ['$substringBefore(', ', "zz")'],
      ['$contains(', ', "aaaaab")'],
      ['$count(', ')'],
      ['$lookup(', ', "a")'],
      ['(true ? ', ' : 1)'],
      ['j[', ']'],
    ],
  },
  256,
);

/** Any expressions, most of which a sandbox must evaluate: templates, transforms, conditions, cases. */
export const expressions: fc.Arbitrary<Pattern> = patterns(
  {
    words: [
      't',
      '"x"',
      '1',
      'j',
      'j.a',
      '$',
      '[1..1000000]',
      '[1..3]',
      'j.**',
      '**',
      '*',
      '/(a+)+$/',
      '$secret("s")',
      '$pad("x", 100000000)',
      '$now()',
      '$f(1)',
      'function($x){$x & $x}',
      '$keys(j)',
      '$shuffle([1..100000])',
      '($f := function($n){$f($n + 1)}; $f(1))',
      '($f := function($n){$n & $f($n)}; $f(1))',
      '$split(t, "")',
      '($a := t & t; $b := $a & $a; $c := $b & $b; $c & $c)',
      '$formatNumber(1e300, "#,##0.00")',
      'j^(a)',
      'j{a: $}',
      '$spread(j)',
      '$match(t, /(x|xx)*y/)',
      '$eval(t)',
      '$formatBase(1, 36)',
    ],
    between: [' & ', ' + ', ', ', '; ', '.', ' ~> ', ' and ', ' ?: ', ' in '],
    brackets: [
      ['$trim(', ')'],
      ['(', ')'],
      ['[', ']'],
      ['$string(', ')'],
      ['$eval(', ')'],
      ['$map([1..1000], function($v){', '})'],
      ['$reduce([1..1000], function($p, $c){', '})'],
      ['$replace(', ', "x", "xx")'],
      ['$replace(', ', /(a*)*b/, "")'],
      ['$join($split(', ', ""), "xx")'],
      ['$pad(', ', 1000000)'],
      ['$sort(', ')'],
      ['$distinct(', ')'],
      ['$base64encode(', ')'],
      ['{"a":', '}'],
      ['$zip(', ', j)'],
      ['(true ? ', ' : 1)'],
      ['j.(', ')'],
      ['function(){', '}()'],
      ['$sift(j, function($v){', '})'],
      ['j ~> |$|', '|'],
    ],
  },
  1_000,
);
