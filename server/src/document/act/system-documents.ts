import type { Transaction } from '../../platform/database/database.ts'
import type { Session } from '../../platform/session/session.ts'
import type { Clock } from '../storage/clock.ts'
import type { DocumentPort } from '../effects/effects.ts'
import { performAction } from './perform.ts'
import { actOnBehalf, createOnBehalf } from './system-work.ts'

/** What the system does with documents because of something that is no act on one, such as a change in the ERP. */
export type SystemDocuments = Pick<DocumentPort, 'create' | 'act'>

/** Creates documents and acts on them in the caller's transaction, in the name of the system or of a person. */
export function systemDocuments(tx: Transaction, session: Session, clock: Clock): SystemDocuments {
  return {
    async create(name, request) {
      const { header } = await createOnBehalf(tx, session, clock, name, request)
      return { id: header.id, docNo: header.docNo }
    },
    act: (name, companyCode, id, action, given = {}) =>
      actOnBehalf(tx, session, clock, performAction, name, { companyCode, id }, action, given),
  }
}
