import { defineMessages } from '../../kit/text/messages.ts'

/** Texts of the personal drawer (product.md section 2). */
export const accountMessages = defineMessages({
  edit: { zh: '修改资料', en: 'Edit' },
  save: { zh: '保存', en: 'Save' },
  cancel: { zh: '取消', en: 'Cancel' },
  saved: { zh: '操作成功', en: 'Saved' },
  idCard: { zh: '身份证号', en: 'ID card' },
  lastSignIn: { zh: '上次登录', en: 'Last sign-in' },
  avatar: { zh: '头像', en: 'Picture' },
  changeAvatar: { zh: '上传头像', en: 'Upload a picture' },
  avatarHint: { zh: 'png、gif、jpg 或 jpeg，不超过 2 MB', en: 'png, gif, jpg or jpeg, up to 2 MB' },
  avatarKind: {
    zh: '头像只能是 png、gif、jpg 或 jpeg 图片',
    en: 'The picture must be a png, gif, jpg or jpeg',
  },
  avatarSize: { zh: '头像不能超过 2 MB', en: 'The picture may not be larger than 2 MB' },
  meter: { zh: '密码强度', en: 'Password strength' },
})
