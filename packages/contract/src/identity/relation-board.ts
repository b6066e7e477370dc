import type { Label } from '../document/declare/label.ts'
import type { UserRelationValue } from './user-relations.ts'

/** What a user may be related to, and the live relation if there is one. */
export interface BoardItem {
  value: UserRelationValue
  code: string
  name: string
  /** The id of the relation; null without one. */
  id: string | null
}

/**
 * The values of one plant or company, and the one that means all of them, also of those that come later; or what the user has
 * beside those places (`isWider`).
 */
export interface BoardGroup {
  code: string
  name: string
  all: BoardItem | null
  isWider?: true
  items: BoardItem[]
}

/** The right side of the board of a user. */
export interface RelationBoard {
  groups: BoardGroup[]
  /** Most values that are shown; there are more. */
  isCut: boolean
}

/** What a person may see of a master: how many rows and the first of them, within what the reader may see himself. */
export interface SeenMaster {
  master: string
  label: Label
  count: number
  examples: string[]
}

/** What is on the screen of a person: his pages and the rows he is offered. */
export interface SeenBy {
  account: string
  userName: string
  isAdmin: boolean
  pages: { group: Label; titles: Label[] }[]
  masters: SeenMaster[]
}
