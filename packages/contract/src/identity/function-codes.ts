import { label } from '../document/declare/label.ts'

/** Function codes that permit something other than an action of a document. */
export const personalDataCode = {
  code: 'GRXX',
  label: label(
    '用户：查看和修改他人的身份证号、地址',
    'User: see and change ID card numbers and addresses of others',
  ),
} as const
