import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { Database } from '../platform/database/database.ts'
import { demonstrationAccounts } from './accounts.ts'
import type { DemandName } from '../external-documents/public.ts'
import type { DemonstrationCompany } from './company.ts'
import type { Person } from './people.ts'
import { personOf, sessionOf } from './people.ts'
import { setControl } from './rules.ts'

/** What a planner does to all items of a demand in the ERP. */
export type DemandChange = 'reduce' | 'delete' | 'postpone'

/** Goods of one place for an order of another plant. */
export interface InternalDelivery {
  orderNo: string
  receivingPlant: string
  plant: string
  storageLocation: string
  items: readonly { materialNo: string; quantity: string; orderItem: number }[]
}

/** The environment of a story. */
export interface Stage {
  database: Database
  company: DemonstrationCompany
  today: LocalDate
  person(account: string): Person
  /** Sets a parameter that is a control, by two persons. */
  setControl(given: Parameters<typeof setControl>[2]): Promise<void>
  /** Waits until the ERP has answered everything that was sent. */
  settle(): Promise<void>
  /** A user of the ERP cancels there what this document has posted, and the product finds it. */
  cancelInErp(name: string, id: string, user: string): Promise<void>
  /** A planner changes all items of a reservation or sales order in the ERP, and the product reads it again. */
  changeDemandInErp(name: DemandName, docNo: string, change: DemandChange): Promise<void>
  /** The ERP makes an outbound delivery, and the product reads it; returns its number. */
  deliverInErp(delivery: InternalDelivery): Promise<string>
}

export interface StageProperties {
  database: Database
  company: DemonstrationCompany
  today: LocalDate
  /** User ids by account. */
  users: ReadonlyMap<string, string>
  settle: () => Promise<void>
  cancelInErp: Stage['cancelInErp']
  changeDemandInErp: Stage['changeDemandInErp']
  deliverInErp: Stage['deliverInErp']
}

/** The environment of one story: its people share a counter of acts, so that each act has its own key. */
export function openStage(story: string, { users, ...properties }: StageProperties): Stage {
  const counter = { next: 1 }
  const found = (name: string) => {
    const account = demonstrationAccounts.find((one) => one.account === name)
    const userId = users.get(name)
    if (account === undefined || userId === undefined)
      throw new Error(`there is no account ${name}`)
    return { account, userId }
  }
  const { database } = properties
  return {
    ...properties,
    person(name) {
      const { account, userId } = found(name)
      return personOf(database, account, userId, story, counter)
    },
    setControl: (given) =>
      setControl(
        database,
        (name) => {
          const { account, userId } = found(name)
          return sessionOf(account, userId)
        },
        given,
      ),
  }
}
