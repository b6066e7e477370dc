import type { Label } from '@kufang/contract/document/declare/label.ts'
import { isEmail, isIdCard, isLandline, isMobile } from '@kufang/kernel/validators.ts'

/** The fields of the profile a user may change (product.md section 7, updateUserInfo). */
export interface ProfileEntries {
  userName: string
  email: string
  mobile: string
  address: string
  telephone: string
  idCard: string
  /** Path of the picture, '' if none. */
  photo: string
}

const required: Record<'userName' | 'email' | 'mobile' | 'address' | 'photo', Label> = {
  userName: { zh: '请填写姓名', en: 'please fill in the name' },
  email: { zh: '请填写邮箱地址', en: 'please fill in the email address' },
  mobile: { zh: '请填写手机号码', en: 'please fill in the mobile number' },
  address: { zh: '请填写地址', en: 'please fill in the address' },
  photo: { zh: '头像不能为空', en: 'the picture must not be empty' },
}

const formats: Partial<
  Record<keyof ProfileEntries, { holds: (text: string) => boolean; label: Label }>
> = {
  email: {
    holds: isEmail,
    label: { zh: '请填写正确的邮箱地址', en: 'please fill in a correct email address' },
  },
  mobile: {
    holds: isMobile,
    label: { zh: '请填写正确的手机号码', en: 'please fill in a correct mobile number' },
  },
  telephone: {
    holds: (text) => isLandline(text) || isMobile(text),
    label: { zh: '请填写正确的固定电话', en: 'please fill in a correct telephone number' },
  },
  idCard: {
    holds: isIdCard,
    label: { zh: '请填写正确的身份证号码', en: 'please fill in a correct ID card number' },
  },
}

/** The error of each invalid field, by the rules of product.md section 5; empty if all are valid. */
export function profileProblems(
  entries: ProfileEntries,
): Partial<Record<keyof ProfileEntries, Label>> {
  const found: Partial<Record<keyof ProfileEntries, Label>> = {}
  for (const name of Object.keys(entries) as (keyof ProfileEntries)[]) {
    const text = entries[name].trim()
    const format = formats[name]
    if (text === '') {
      if (name in required) found[name] = required[name as keyof typeof required]
    } else if (format !== undefined && !format.holds(text)) found[name] = format.label
  }
  return found
}

export const photoBytesMax = 2 * 1024 * 1024

/** Whether the file name is one of a picture; the server checks the content. */
export function isPictureName(name: string): boolean {
  return /\.(png|gif|jpe?g)$/i.test(name)
}
