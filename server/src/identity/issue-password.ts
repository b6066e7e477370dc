import { randomInt } from 'node:crypto'
import { refuse } from '@kufang/kernel/refusal.ts'
import { itemAt } from '@kufang/kernel/present.ts'
import type { ServerContext } from '../platform/http/context.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { Session } from '../platform/session/session.ts'
import { hashPassword } from './password.ts'
import type { UserRecord } from './user-record.ts'

/** What a person is told about a password that was issued for the account. */
export interface PasswordLetter {
  companyCode: string
  receiver: { userId: string; userName: string; email: string; language: 'zh' | 'en' }
  account: string
  password: string
  hours: number
  sender: { userId: string; userName: string }
}

/** Messages to the person of an account, bound in `server/src/routes.ts`. */
export interface AccountMessages {
  /** Mails the password; false if no mail reaches the person: no address, or channel or template switched off. */
  mailPassword: (
    context: ServerContext,
    tx: Transaction,
    letter: PasswordLetter,
  ) => Promise<boolean>
  /** Notifies the person in the product that the password was reset, without the password. */
  tellOfReset: (tx: Transaction, letter: PasswordLetter) => Promise<void>
}

export interface IssuedPassword {
  /** The mail address, masked; null if the password was not mailed. */
  sentTo: string | null
  /** For administrators only, if no mail reaches the person. */
  temporaryPassword: string | null
}

/**
 * Hands a generated password to the person of the account by mail. If no mail reaches the person, an administrator
 * reads it; nobody else does.
 * @throws Refusal `no-own-channel`
 */
export async function handOverPassword(
  context: ServerContext,
  { mailPassword }: AccountMessages,
  tx: Transaction,
  session: Session,
  letter: PasswordLetter,
): Promise<IssuedPassword> {
  if (await mailPassword(context, tx, letter))
    return { sentTo: maskedMail(letter.receiver.email), temporaryPassword: null }
  if (session.isAdmin) return { sentTo: null, temporaryPassword: letter.password }
  throw refuse('no-own-channel', { account: letter.account }, { field: 'email' })
}

/** Notes who has chosen or read the password of an account; nobody's second person until another one confirms it. */
export async function notePasswordKnown(
  tx: Transaction,
  { userId, userName, account }: Session,
  ofUser: string,
): Promise<void> {
  if (ofUser === userId) return
  await tx.query(
    `update app_user set password_known_to = $2, password_known_to_name = $3 where id = $1`,
    [ofUser, userId, `${userName}（${account}）`],
  )
}

/** A password is mailed to an address of an account with sensitive rights only after it has stood for these days. */
const addressDays = 7

/**
 * Gives an account a new password: by mail, if its address has stood long enough or the account has no rights that need
 * a second person; otherwise to be read, if the acting person may. Ends its sessions and tells its person.
 * @param isSensitive whether the account has rights that need a second person
 * @returns null if no mail reaches the person and the acting person may not read it; nothing is changed then
 * @throws Refusal `technical-without-password`, `no-own-channel`
 */
export async function issuePassword(
  context: ServerContext,
  messages: AccountMessages,
  tx: Transaction,
  session: Session,
  user: UserRecord,
  given: { mayRead: boolean; isSensitive: boolean },
): Promise<IssuedPassword | null> {
  if (user.isTechnical) throw refuse('technical-without-password', { account: user.account })
  const password = temporaryPassword()
  const letter = letterTo(context, session, user, password)
  const [address] = await tx.query<{ stands: boolean }>(
    `select email_changed_at < now() - make_interval(days => $2) as stands from app_user where id = $1`,
    [user.id, addressDays],
  )
  const mayMail = !given.isSensitive || address?.stands === true
  const isMailed = mayMail && (await messages.mailPassword(context, tx, letter))
  if (!isMailed && !session.isAdmin)
    throw refuse('no-own-channel', { account: user.account }, { field: 'email' })
  if (!isMailed && !given.mayRead) return null
  const passwordHash = await hashPassword(password)
  await tx.query(
    `update app_user set password_hash = $2, must_change_password = true, password_changed_at = now(),
       password_known_to = null, password_known_to_name = '',
       password_valid_until = now() + make_interval(hours => $3) where id = $1`,
    [user.id, passwordHash, context.settings.initialPasswordHours],
  )
  if (!isMailed) await notePasswordKnown(tx, session, user.id)
  await tx.query(`delete from sign_in_failure where account = $1`, [user.account])
  await tx.query(
    `update user_token set revoked_at = now() where user_id = $1 and revoked_at is null`,
    [user.id],
  )
  await messages.tellOfReset(tx, letter)
  return isMailed
    ? { sentTo: maskedMail(user.email), temporaryPassword: null }
    : { sentTo: null, temporaryPassword: password }
}

export function letterTo(
  { settings }: ServerContext,
  session: Session,
  user: UserRecord,
  password: string,
): PasswordLetter {
  const { id: userId, userName, email, language, account, owningCompany } = user
  return {
    companyCode: owningCompany,
    receiver: { userId, userName, email, language },
    account,
    password,
    hours: settings.initialPasswordHours,
    sender: { userId: session.userId, userName: `${session.userName}（${session.account}）` },
  }
}

/** The first letter and the domain. */
function maskedMail(address: string): string {
  return address.replace(/^(.)[^@]*/, '$1***')
}

/** 14 characters of all four kinds, without easily confused ones. */
export function temporaryPassword(): string {
  const sets = ['abcdefghjkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '@#%+=?']
  const pick = (letters: string) => letters[randomInt(letters.length)]!
  const letters = [
    ...sets,
    ...Array.from({ length: 10 }, (_, index) => itemAt(sets, index % 3)),
  ].map(pick)
  for (let index = letters.length - 1; index > 0; index--) {
    const other = randomInt(index + 1)
    ;[letters[index], letters[other]] = [itemAt(letters, other), itemAt(letters, index)]
  }
  return letters.join('')
}
