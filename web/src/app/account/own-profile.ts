/** The person's own data, as getPersonInfoByCurUserId tells them (product.md section 7). */
export interface OwnProfile {
  userId: string
  account: string
  userName: string
  type: 'EMP' | 'EXU'
  email: string
  mobile: string
  address: string
  telephone: string
  idCard: string
  /** Path of the picture, '' for none. */
  photo: string
  lastLoginTime: string | null
}
