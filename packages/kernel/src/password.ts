/*
 * Password rules of product.md section 5. The change form requires all four kinds of characters (shell.md section 1);
 * the strength meter is only advisory.
 */

/** The rule a new password violates; the page has the message for each. */
export type PasswordProblem =
  | 'new-required'
  | 'not-all-kinds'
  | 'wrong-length'
  | 'chinese-characters'
  | 'old-required'
  | 'confirmation-required'
  | 'confirmation-differs'
  | 'same-as-old'

export const passwordMinimumLength = 6
export const passwordMaximumLength = 20

const kinds = [/\d/, /[a-z]/, /[A-Z]/, /\W/]

/**
 * The number of kinds of characters present: digit, lower case, upper case, symbol. 0 shows nothing, 1 is weak, 2 and 3
 * are medium, 4 is high. The underscore is a word character, not a symbol.
 */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 | 4 {
  return kinds.filter((kind) => kind.test(password)).length as 0 | 1 | 2 | 3 | 4
}

/** The first rule of the change form that is violated, or null. */
export function passwordProblem(
  oldPassword: string,
  newPassword: string,
  confirmation: string,
): PasswordProblem | null {
  if (newPassword === '') return 'new-required'
  if (passwordStrength(newPassword) < kinds.length) return 'not-all-kinds'
  if (newPassword.length < passwordMinimumLength || newPassword.length > passwordMaximumLength) {
    return 'wrong-length'
  }
  if (hasChinese(newPassword)) return 'chinese-characters'
  if (oldPassword === '') return 'old-required'
  if (confirmation === '') return 'confirmation-required'
  if (confirmation !== newPassword) return 'confirmation-differs'
  return newPassword === oldPassword ? 'same-as-old' : null
}

function hasChinese(text: string): boolean {
  // Chinese characters, and the punctuation and full-width forms of Chinese input methods.
  return /[\p{Script=Han}\u3000-\u303f\uff01-\uff65]/u.test(text)
}
