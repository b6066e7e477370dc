/** The user's profile as returned by getPersonInfoByCurUserId (product.md section 7). */
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
  /** Path of the picture, '' if none. */
  photo: string
  lastLoginTime: string | null
}
