import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { fieldOf } from '@kufang/kernel/present.ts'
import { isWithinPlace } from '../../platform/session/within-place.ts'
import type { LoadedDocument } from '../storage/document.ts'
import type { Acting } from '../effects/acting.ts'

/**
 * Why this person may not act where the action is done: a document whose goods arrive elsewhere (`receivedAt`) is seen at
 * both places, and each of its actions is done at one of them. null if he may, or the system acts for him.
 */
export function placeRefusal(
  { session, isSystem = false, table: { definition }, action }: Acting,
  header: LoadedDocument['header'],
): RefusalDetail | null {
  const { receivedAt } = definition
  const { isAtReceiver, label } = fieldOf(definition.actions, action)
  if (receivedAt === undefined || isSystem) return null
  const fields = isAtReceiver
    ? receivedAt
    : ({ plant: 'plant', storageLocation: 'storageLocation' } as const)
  const place = {
    plant: textOf(header[fields.plant]),
    storageLocation: textOf(header[fields.storageLocation]),
  }
  if (isWithinPlace(session.scope, place)) return null
  const shown = [place.plant, place.storageLocation].filter((part) => part !== '').join('/')
  return {
    code: isAtReceiver ? 'place-of-receiver' : 'place-of-sender',
    params: { action: label.zh, actionEn: label.en, place: shown },
  }
}
