import { randomInt } from 'node:crypto'
import { refuse } from '@kufang/kernel/refusal.ts'
import { itemAt } from '@kufang/kernel/present.ts'
import type { ServerContext } from '../platform/http/context.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { Session } from '../platform/session/session.ts'
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
