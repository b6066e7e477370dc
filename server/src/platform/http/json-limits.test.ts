import { expect, test } from 'vitest'
import { holdsMore } from './json-limits.ts'

const limits = { namesOfObject: 3, values: 6, depth: 3 }

test.each([
  ['as many names as permitted', '{"a":1,"b":2,"c":3}', false],
  ['one name too many', '{"a":1,"b":2,"c":3,"d":4}', true],
  ['a name too many within a list', '[{"a":1,"b":2,"c":3,"d":4}]', true],
  ['names of one object after another', '[{"a":1,"b":2},{"a":1,"b":2}]', false],
  ['as many values as permitted', '[1,2,3,4,5,6]', false],
  ['one value too many', '[1,2,3,4,5,6,7]', true],
  ['many empty objects', '[{},{},{},{}]', true],
  ['as deep as permitted', '[[[1]]]', false],
  ['too deep', '[[[[1]]]]', true],
  ['marks within a text', String.raw`{"a":"{[:,:,:,:,\"{[[[[[","b":",,,,,,,,,"}`, false],
  ['an escaped backslash at the end of a text', String.raw`{"a":"\\","b":1,"c":2,"d":3}`, true],
  ['a text that does not end', '{"a":"b', false],
])(
  'of a JSON text with %s it is known beforehand whether it is too much',
  (_what, text, isMore) => {
    expect(holdsMore(text, limits)).toBe(isMore)
  },
)
