import { documentHandover } from '@kufang/contract/handover/document-handover.ts'
import { effectsFor, noEffect } from '../document/act/effects.ts'

// Document handover 资料移交单: documents change hands, no stock is moved.

export const documentHandoverEffects = effectsFor(documentHandover, {
  actions: {
    submit: noEffect,
    withdraw: noEffect,
    confirm: noEffect,
    refuse: ({ input, setHeader }) => setHeader({ returnReason: input.reason }),
    archive: ({ input, setHeader }) => setHeader({ archiveNo: input.archiveNo }),
  },
  batchable: ['confirm', 'refuse', 'archive'],
})
