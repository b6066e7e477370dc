import { describe, expect, test } from 'vitest'
import { passwordProblem, passwordStrength } from './password.ts'

describe('the strength meter', () => {
  test.each([
    ['', 0],
    ['abc', 1],
    ['abc_def', 1],
    ['abc1', 2],
    ['Abc1', 3],
    ['Abc1_', 3],
    ['Abc1!', 4],
  ])('"%s" has %i of four kinds', (password, strength) => {
    expect(passwordStrength(password)).toBe(strength)
  })
})

describe('the change form', () => {
  test.each([
    ['Old1!old', '', '', 'new-required'],
    ['Old1!old', 'Newpass1', 'Newpass1', 'not-all-kinds'],
    ['Old1!old', 'Newpass_1', 'Newpass_1', 'not-all-kinds'],
    ['Old1!old', 'Ne1!a', 'Ne1!a', 'wrong-length'],
    ['Old1!old', 'Ne1!aaaaaaaaaaaaaaaaa', 'Ne1!aaaaaaaaaaaaaaaaa', 'wrong-length'],
    ['Old1!old', 'New1!新密码', 'New1!新密码', 'chinese-characters'],
    ['Old1!old', 'New1!pas。', 'New1!pas。', 'chinese-characters'],
    ['', 'New1!pass', 'New1!pass', 'old-required'],
    ['Old1!old', 'New1!pass', '', 'confirmation-required'],
    ['Old1!old', 'New1!pass', 'New1!past', 'confirmation-differs'],
    ['New1!pass', 'New1!pass', 'New1!pass', 'same-as-old'],
    ['Old1!old', 'New1!p', 'New1!p', null],
    ['Old1!old', 'Ne1!aaaaaaaaaaaaaaaa', 'Ne1!aaaaaaaaaaaaaaaa', null],
  ])('old "%s", new "%s", again "%s": %s', (old, wanted, again, problem) => {
    expect(passwordProblem(old, wanted, again)).toBe(problem)
  })
})
