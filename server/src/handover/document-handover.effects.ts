import { documentHandover } from '@kufang/contract/handover/document-handover.ts'
import { effectsFor } from '../document/effects/effects.ts'

// Document handover 资料移交单: documents change hands, no stock is moved.

export const documentHandoverEffects = effectsFor(documentHandover, { actions: {} })
