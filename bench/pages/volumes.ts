import type { PageVolume } from './multiply.ts'

/** The volume of the figures. */
export const fullVolume: PageVolume = {
  moves: 10_000_000,
  balances: 1_000_000,
  largestLines: 1_000_000,
  others: 100_000,
  days: 365,
}

/** Enough to tell apart what a statement needs and what it reads, and filled in seconds. */
export const smallVolume: PageVolume = {
  moves: 15_000,
  balances: 10_000,
  largestLines: 10_000,
  others: 3_000,
  days: 70,
}
