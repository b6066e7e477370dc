import { isLocalDate } from './local-date.ts'

/*
 * The validators of product.md section 5, with the names of shell.md section 7. Each takes the entered text and returns
 * a boolean.
 */

/** Mainland mobile number: 11 digits, 1 then 3 to 9. */
export function isMobile(text: string): boolean {
  return /^1[3-9]\d{9}$/.test(text)
}

/**
 * Landline or fax: 7 or 8 digits, optionally after an area code of 3 or 4 digits. Without a hyphen the area code must
 * start with 0, otherwise a mobile number would match.
 */
export function isLandline(text: string): boolean {
  return /^(?:\d{3,4}-|0\d{2,3})?\d{7,8}$/.test(text)
}

/** A deliverable e-mail address: one @, a host with a dot, no blanks or double dots. */
export function isEmail(text: string): boolean {
  if (text.length > 254) return false
  const match = /^([^\s@]{1,64})@([^\s@]+)$/.exec(text)
  if (match === null) return false
  const [, local = '', host = ''] = match
  if (!/^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/.test(local)) return false
  return /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/i.test(host)
}

/**
 * Resident identity number: 18 characters with an existing birthday and a valid check digit (GB 11643, x or X for ten),
 * or the old 15 digits, whose birthday is in the 1900s.
 */
export function isIdCard(text: string): boolean {
  const old = /^[1-9]\d{5}(\d{2})(\d{2})(\d{2})\d{3}$/.exec(text)
  if (old !== null) return isLocalDate(`19${old[1]}-${old[2]}-${old[3]}`)
  const current = /^[1-9]\d{5}((?:18|19|20)\d{2})(\d{2})(\d{2})\d{3}[\dXx]$/.exec(text)
  if (current === null || !isLocalDate(`${current[1]}-${current[2]}-${current[3]}`)) return false
  return text.slice(17).toUpperCase() === checkDigit(text.slice(0, 17))
}

/** Up to 4 integer digits and up to 2 decimals; negatives allowed. */
export function isTwoDecimal(text: string): boolean {
  return /^-?\d{1,4}(?:\.\d{1,2})?$/.test(text)
}

/** Latin letters and digits only, at least one. */
export function isAlphanumeric(text: string): boolean {
  return /^[A-Za-z0-9]+$/.test(text)
}

/** The password rule of legacy accounts: 6 to 18 letters and digits, at least one of each. */
export function isLegacyPassword(text: string): boolean {
  return /^(?=.*[A-Za-z])(?=.*\d)[A-Za-z0-9]{6,18}$/.test(text)
}

/** Whether a menu path is an external link: http, https, mailto or tel. */
export function isExternal(path: string): boolean {
  return /^(?:https?:|mailto:|tel:)/i.test(path)
}

/**
 * A phone number for display: first 3 digits, four asterisks, last 4. A text shorter than 8 characters becomes four
 * asterisks; an empty text stays empty.
 */
export function maskPhone(phone: string): string {
  if (phone === '') return ''
  return phone.length < 8 ? '****' : `${phone.slice(0, 3)}****${phone.slice(-4)}`
}

function checkDigit(first17: string): string {
  // ISO 7064 MOD 11-2: the weight of a digit is 2 to the power of its position, modulo 11.
  let remainder = 0
  for (const digit of first17) remainder = ((remainder + Number(digit)) * 2) % 11
  const value = (12 - remainder) % 11
  return value === 10 ? 'X' : String(value)
}
