/*
 * Password rules of product.md section 5. The change form enforces all four kinds of characters
 * (shell.md section 1); the meter beside it is only advice.
 */

/** Which rule a wanted new password breaks; the page has the words for each. */
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
 * How many of the four kinds are present: digit, lower case, upper case, symbol. 0 shows nothing,
 * 1 is weak, 2 and 3 are medium, 4 is high. The underscore is a word character and no symbol.
 */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 | 4 {
  return kinds.filter((kind) => kind.test(password)).length as 0 | 1 | 2 | 3 | 4
}

/** The first rule of the change form that these three entries break, or null when all hold. */
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
  // Characters, and the punctuation and full-width forms a Chinese input method makes.
  return /[\p{Script=Han}\u3000-\u303f\uff01-\uff65]/u.test(text)
}
