import type { StockKey } from '../key.ts'
import type { HoldReference } from '../move.ts'

/** A movement, as far as it matters to whom the goods go. */
interface Movement {
  from: StockKey
  to: StockKey
  consumesHold?: HoldReference | undefined
  reverses?: string | null | undefined
}

/** Where goods in doubt go that nobody uses: back to who sent them, into the bin for scrap, or off the books they came from. */
const unused: readonly StockKey['place'][] = ['supplier', 'papered', 'opening', 'scrap']

/**
 * Whether goods of a batch that is held as a whole may move so (spec domain.md 1.7). Whoever has them under way brings them in;
 * in their storage location they are put elsewhere, inspected and blocked; they go back or are scrapped. Nobody uses them: they
 * are not issued, not picked, not sent to another storage location, and no count or adjustment writes them off.
 */
export function mayBatchMove({ from, to, consumesHold, reverses }: Movement): boolean {
  if (to.place !== 'stock') return unused.includes(to.place)
  if (from.place !== 'stock' || from.stockCategory === 'IT') return true
  if (from.plant !== to.plant || from.storageLocation !== to.storageLocation) return false
  return consumesHold?.kind !== 'reservation' || (reverses ?? null) !== null
}
