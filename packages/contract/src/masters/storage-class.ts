import type { HazardClass } from './hazard-class.ts'

/**
 * Hazard classes that must not be stored in one area of a store: what burns apart from what oxidises, self-igniting goods
 * and organic peroxides apart from nearly everything, what reacts with water apart from corrosives, poison apart from
 * oxidisers and acids (GB 15603 general rules of storage of dangerous chemicals; the tables of incompatible goods of
 * GB 17914, GB 17915 and GB 17916). Each pair stands once.
 */
const keptApart: Readonly<Partial<Record<HazardClass, readonly HazardClass[]>>> = {
  '2.1': ['2.3', '4.2', '5.1', '5.2'],
  '2.3': ['3', '4.2', '5.1', '5.2'],
  '3': ['4.2', '5.1', '5.2'],
  '4.1': ['4.2', '5.1', '5.2'],
  '4.2': ['5.1', '5.2', '8'],
  '4.3': ['5.1', '5.2', '8'],
  '5.1': ['5.2', '6.1', '8'],
  '5.2': ['6.1', '8'],
  '6.1': ['8'],
}

/** Whether goods of the two classes may not be stored in one area; goods of one class, or without, may. */
export function areKeptApart(one: string | null, other: string | null): boolean {
  const listed = (first: string | null, second: string | null): boolean =>
    (keptApart[(first ?? '') as HazardClass] as readonly string[] | undefined)?.includes(
      second ?? '',
    ) === true
  return listed(one, other) || listed(other, one)
}

/** All pairs that are kept apart, each both ways, as `3+5.1`: for statements that look for them in the stock. */
export const pairsKeptApart: readonly string[] = Object.entries(keptApart).flatMap(
  ([one, others]) => others.flatMap((other) => [`${one}+${other}`, `${other}+${one}`]),
)
