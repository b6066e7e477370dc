import type { DemandName, Goods } from './goods.ts'
import type { Place, Pool, StorageBin } from './pools.ts'

export type PostingDay = 'today' | 'lastMonth'

/** A posting date as a person chooses it: null is none. */
export type ChosenDay = PostingDay | 'tomorrow' | 'earlier' | null

/** Faults of the stand-in, of the next call that changes something. */
export const faults = [
  'drop-before',
  'drop-after',
  'status-503',
  'lock-message',
  'business-reject',
  'no-number-on-201',
  'empty-items-on-201',
  'expired-token',
] as const
export type Fault = (typeof faults)[number]

/** Operations of persons on papers, by the position in `papers`. */
const paperActions = [
  'review',
  'refuse',
  'resubmit',
  'post',
  'requestReversal',
  'approveReversal',
  'refuseReversal',
  'reverse',
  'reversePhysical',
] as const
export type PaperAction = (typeof paperActions)[number]

/** Consignment and project stock that becomes own, own stock that is given to a project. */
export type OwnerChange = 'consignmentToOwn' | 'projectToOwn' | 'ownToProject'

/** Goods between the two storage locations, in two steps or in one, or of the first one to another owner. */
export type TransferOperation =
  | {
      type: 'transfer' | 'transferAtOnce'
      from: Place
      lines: { goods: Goods; quantity: number }[]
    }
  | { type: 'changeOwner'; kind: OwnerChange; quantity: number }
  | { type: 'ship' | 'carryOut' | 'sendBack' | 'cancelTransfer'; transfer: number }
  /** By line; zero of a line of which nothing arrived. */
  | { type: 'receiveTransfer'; transfer: number; quantities: number[] }

/** Goods of the first storage location are frozen, in doubt or sealed, and released, all or some of each line. */
export type FreezeOperation =
  | { type: 'freeze'; isSealed: boolean; lines: { goods: Goods; quantity: number }[] }
  | { type: 'cancelFreeze'; freeze: number }
  /** By line; zero of a line that stays frozen. */
  | { type: 'releaseFreeze'; freeze: number; quantities: number[] }

/** Goods of the first storage location are put into the other bin, each kind of them from one, and back. */
export type BinOperation =
  | { type: 'moveBin'; lines: { from: Pool; quantity: number }[] }
  | { type: 'undoBin'; move: number }

/** What of a storage location is frozen. */
export type Scope = StorageBin | 'area' | 'location'

/** Places are frozen and released. */
export type PlaceOperation =
  | { type: 'freezePlace'; place: Place; scope: Scope }
  | { type: 'releasePlace' | 'cancelPlace'; freeze: number }

/** What was counted, in pieces and grams. */
export interface Found {
  found: number
  foundGrams: number
}

/** Stock is counted, explained, adjusted or written off. */
export type CountOperation =
  | { type: 'startCount'; pools: Pool[] }
  /** By line. */
  | { type: 'enterCount' | 'enterRecount'; count: number; found: Found[] }
  | {
      type: 'explainCount' | 'reviewCount' | 'refuseCount' | 'writeOffCount' | 'cancelCount'
      count: number
    }
  /** By line; zero of a line that stays as it was adjusted. */
  | { type: 'takeBackCount'; count: number; quantities: number[] }

/** Goods are announced, arrive, are inspected and received. Lines are positions in those of the predecessor. */
export type ReceivingOperation =
  | { type: 'announce'; lines: { goods: Goods; quantity: number }[] }
  | {
      type: 'arrive' | 'draftArrival'
      note: number
      /** With what they weigh, of goods that are weighed. */
      lines: { line: number; quantity: number; grams: number | null }[]
    }
  | { type: 'confirmDraft' | 'discardDraft'; draft: number }
  | {
      type: 'decide'
      arrival: number
      lines: { line: number; accepted: number; rejected: number; destroyed: number }[]
    }
  | { type: 'withdraw'; decision: number }
  | {
      type: 'receive'
      arrival: number
      lines: { line: number; category: 'UU' | 'BL'; quantity: number }[]
    }

/** Goods are requested and issued. */
export type IssuingOperation =
  | { type: 'ask'; lines: { demand: DemandName; quantity: number }[] }
  | { type: 'issue'; request: number; lines: { line: number; pool: Pool; quantity: number }[] }

/** All other operands are positions in the lists of the state; quantities are pieces. */
export type PersonOperation =
  | ReceivingOperation
  | IssuingOperation
  | TransferOperation
  | CountOperation
  | FreezeOperation
  | BinOperation
  | PlaceOperation
  | { type: Exclude<PaperAction, 'post' | 'reverse'>; paper: number }
  | { type: 'post' | 'reverse'; paper: number; day: ChosenDay }
  /** A dead letter is sent again, or given up. */
  | { type: 'retry' | 'giveUp'; posting: number }

/** What happens outside: in the ERP, by its users, by our jobs, by the accountants of both. */
export type WorldOperation =
  | { type: 'send'; fault: Fault | null }
  | { type: 'watch' }
  | { type: 'cancelDirectly'; posting: number }
  | { type: 'postDirectly'; goods: Goods; quantity: number }
  | { type: 'cancelTheirs'; direct: number }
  | { type: 'periodHere' | 'periodThere'; day: PostingDay; isOpen: boolean }
  /** Arrivals are posted at the gate, or no longer. */
  | { type: 'postAtGate'; isOn: boolean }

export type Operation = PersonOperation | WorldOperation

export const worldTypes = [
  'send',
  'watch',
  'cancelDirectly',
  'postDirectly',
  'cancelTheirs',
  'periodHere',
  'periodThere',
  'postAtGate',
] as const satisfies readonly WorldOperation['type'][]

export const isOfWorld = (operation: Operation): operation is WorldOperation =>
  (worldTypes as readonly string[]).includes(operation.type)

const receivingTypes = [
  'announce',
  'arrive',
  'draftArrival',
  'confirmDraft',
  'discardDraft',
  'decide',
  'withdraw',
  'receive',
] as const satisfies readonly ReceivingOperation['type'][]
const issuingTypes = ['ask', 'issue'] as const satisfies readonly IssuingOperation['type'][]

type Type = Operation['type']

export const isTypeOfReceiving = (type: Type): type is ReceivingOperation['type'] =>
  (receivingTypes as readonly string[]).includes(type)
export const isTypeOfIssuing = (type: Type): type is IssuingOperation['type'] =>
  (issuingTypes as readonly string[]).includes(type)
type StockType = (TransferOperation | CountOperation | FreezeOperation)['type']
export const isTypeOfStock = (type: Type): type is StockType =>
  (transferTypes as readonly string[]).includes(type) ||
  (freezeTypes as readonly string[]).includes(type) ||
  (countTypes as readonly string[]).includes(type)
export const isTypeOfBins = (type: Type): type is BinOperation['type'] =>
  (binTypes as readonly string[]).includes(type)
export const isTypeOfPlaces = (type: Type): type is PlaceOperation['type'] =>
  (placeTypes as readonly string[]).includes(type)

export const isOfReceiving = (operation: Operation): operation is ReceivingOperation =>
  isTypeOfReceiving(operation.type)
export const isOfIssuing = (operation: Operation): operation is IssuingOperation =>
  isTypeOfIssuing(operation.type)

const transferTypes = [
  'transfer',
  'transferAtOnce',
  'changeOwner',
  'ship',
  'carryOut',
  'receiveTransfer',
  'sendBack',
  'cancelTransfer',
] as const satisfies readonly TransferOperation['type'][]

export const isOfTransfer = (operation: Operation): operation is TransferOperation =>
  (transferTypes as readonly string[]).includes(operation.type)

const freezeTypes = [
  'freeze',
  'cancelFreeze',
  'releaseFreeze',
] as const satisfies readonly FreezeOperation['type'][]

export const isOfFreeze = (operation: Operation): operation is FreezeOperation =>
  (freezeTypes as readonly string[]).includes(operation.type)

const binTypes = ['moveBin', 'undoBin'] as const satisfies readonly BinOperation['type'][]

export const isOfBins = (operation: Operation): operation is BinOperation =>
  (binTypes as readonly string[]).includes(operation.type)

const placeTypes = [
  'freezePlace',
  'releasePlace',
  'cancelPlace',
] as const satisfies readonly PlaceOperation['type'][]

export const isOfPlaces = (operation: Operation): operation is PlaceOperation =>
  (placeTypes as readonly string[]).includes(operation.type)

const countTypes = [
  'startCount',
  'enterCount',
  'enterRecount',
  'explainCount',
  'reviewCount',
  'refuseCount',
  'writeOffCount',
  'cancelCount',
  'takeBackCount',
] as const satisfies readonly CountOperation['type'][]

export const isOfCount = (operation: Operation): operation is CountOperation =>
  (countTypes as readonly string[]).includes(operation.type)

export const operationTypes = [
  ...receivingTypes,
  ...issuingTypes,
  ...transferTypes,
  ...countTypes,
  ...freezeTypes,
  ...binTypes,
  ...placeTypes,
  ...paperActions,
  'retry',
  'giveUp',
  ...worldTypes,
] as const satisfies readonly Operation['type'][]

/** Operations that nobody refuses. */
export const neverRefused: ReadonlySet<string> = new Set([
  'send',
  'watch',
  'periodHere',
  'periodThere',
  'postAtGate',
  'startCount',
])

/** What an operation made. */
export interface Answer {
  id: string
  notice?: string
  /** The document about what a test destroyed. */
  sample?: string
  /** The number of a document that a user of the ERP posted there. */
  number?: string
  year?: string
  /** Of a stocktaking order. */
  needsDirector?: boolean
}
