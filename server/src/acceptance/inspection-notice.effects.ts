import { inspectionNotice } from '@kufang/contract/acceptance/inspection-notice.ts'
import { effectsFor, noEffect } from '../document/act/effects.ts'

// A notice only calls people together; what they find is the inspection order's.

export const inspectionNoticeEffects = effectsFor(inspectionNotice, {
  actions: {
    async assign({ tx, input, setHeader, refuse }) {
      const known = await tx.query(
        `select 1 as known from app_user where account = lower($1) and status = 'active'`,
        [input.inspectorAccount],
      )
      if (known.length === 0)
        throw refuse(
          'account-unknown',
          { account: input.inspectorAccount },
          { field: 'inspectorAccount' },
        )
      setHeader({
        inspectionUnit: input.inspectionUnit,
        inspectionMethod: input.inspectionMethod,
        inspectorAccount: input.inspectorAccount,
      })
    },
    confirmTime({ input, setHeader }) {
      setHeader({
        unpackingAt: input.unpackingAt,
        unpackingPlace: input.unpackingPlace,
        attendees: input.attendees ?? [],
      })
    },
    withdrawTime: noEffect,
    confirmInspector: noEffect,
    async withdrawInspector({ successors, firstToUndo, refuse }) {
      const [standing] = await successors()
      if (standing)
        throw refuse('successor-stands', { by: (await firstToUndo()) || standing.docNo })
    },
  },
  batchable: ['assign', 'confirmTime', 'withdrawTime'],
})
