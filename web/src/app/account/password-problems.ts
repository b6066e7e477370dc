import type { PasswordProblem } from '@kufang/kernel/password.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'

/** Texts for the rules of the change form (product.md section 5). */
export const passwordProblemTexts: Record<PasswordProblem, Label> = {
  'new-required': { zh: '请输入新密码', en: 'please enter new password' },
  'not-all-kinds': {
    zh: '密码强度不足，须包含数字、小写字母、大写字母和特殊字符',
    en: 'password strength not met, needs digits, lowercase, uppercase and special characters',
  },
  'wrong-length': {
    zh: '密码强度不足，长度须为 6-20 位',
    en: 'password strength not met, 6-20 characters',
  },
  'chinese-characters': {
    zh: '密码不能包含中文',
    en: 'the password must not contain Chinese characters',
  },
  'old-required': { zh: '请输入原密码', en: 'please enter the old password' },
  'confirmation-required': { zh: '请再次输入新密码', en: 'please confirm the new password' },
  'confirmation-differs': { zh: '两次输入的密码不一致', en: 'the two passwords differ' },
  'same-as-old': { zh: '新密码不能与原密码相同', en: 'old password cannot equal the new one' },
}

/** Texts of the meter for 1 to 4 kinds of characters; 0 shows nothing. */
export const passwordStrengthTexts: Record<1 | 2 | 3 | 4, Label> = {
  1: { zh: '弱', en: 'Weak' },
  2: { zh: '中', en: 'Medium' },
  3: { zh: '中', en: 'Medium' },
  4: { zh: '高', en: 'High' },
}
