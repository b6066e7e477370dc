import { defineDocument, state } from '@kufang/contract/document/declare/define-document.ts'
import { choice, quantity, text } from '@kufang/contract/document/declare/field.ts'
import { label } from '@kufang/contract/document/declare/label.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { effectsFor, noEffect } from './effects.ts'
import { partsOf } from '../act/in-parts.ts'

// Errors the compiler must report for effects. `tsc -b` checks this file: a missing expected error is itself an error.
// Nothing here runs.

const words = label('字', 'Word')

const example = defineDocument({
  name: 'example',
  area: 'stock',
  label: words,
  prefix: 'EX',
  header: { note: text(words) },
  lines: { grade: choice(words, { a: words, b: words }), weight: quantity(words) },
  states: { draft: state(words, 'draft'), done: state(words, 'done') },
  initial: 'draft',
  editable: ['draft'],
  actions: {
    finish: {
      label: words,
      from: ['draft'],
      to: 'done',
      input: { reason: text(words, { required: true }) },
    },
    reopen: { label: words, from: ['done'], to: 'draft', isPreviewed: true },
    weigh: { label: words, from: ['done'], to: null },
    close: { label: words, from: ['done'], to: 'done' },
  },
  refusals: ['stock-short'],
  pages: {},
})

export const accepted = effectsFor(example, {
  actions: {
    finish({ input, lines, setHeader, setLine, setState, refuse }) {
      if (lines.length === 0) throw refuse('stock-short', { material: 'M' }, { line: 1 })
      setHeader({ note: input.reason })
      setLine(1, { grade: 'a' })
      setState('done')
    },
    reopen: noEffect,
    weigh: noEffect,
  },
})

// An action that leads to one state and is not previewed needs no effect.
effectsFor(example, { actions: { reopen: noEffect, weigh: noEffect } })

// @ts-expect-error a previewed action has its effect
effectsFor(example, { actions: { finish: noEffect, weigh: noEffect } })

// @ts-expect-error an action that leads to no state has its effect
effectsFor(example, { actions: { finish: noEffect, reopen: noEffect } })

// @ts-expect-error no effect is without its action
effectsFor(example, { actions: { reopen: noEffect, weigh: noEffect, shut: noEffect } })

effectsFor(example, {
  actions: {
    finish: ({ refuse }) => {
      // @ts-expect-error a refusal is one the document lists
      throw refuse('period-closed')
    },
    reopen: noEffect,
    weigh: noEffect,
  },
})

effectsFor(example, {
  actions: {
    // @ts-expect-error a state is one of the document's
    finish: ({ setState }) => setState('finished'),
    reopen: noEffect,
    weigh: noEffect,
  },
})

effectsFor(example, {
  actions: {
    // @ts-expect-error a header field is one of the document's
    finish: ({ setHeader }) => setHeader({ remarks: 'x' }),
    reopen: noEffect,
    weigh: noEffect,
  },
})

effectsFor(example, {
  actions: {
    // @ts-expect-error a choice is one of the field's
    finish: ({ setLine }) => setLine(1, { grade: 'c' }),
    reopen: noEffect,
    weigh: noEffect,
  },
})

effectsFor(example, {
  actions: {
    // @ts-expect-error a quantity is exact, no plain text
    finish: ({ setLine }) => setLine(1, { weight: '1.0' }),
    reopen: noEffect,
    weigh: noEffect,
  },
})

effectsFor(example, {
  actions: {
    // @ts-expect-error an input is one the action asks for
    finish: ({ input, setHeader }) => setHeader({ note: input.remark }),
    reopen: noEffect,
    weigh: noEffect,
  },
})

effectsFor(example, {
  actions: {
    finish: noEffect,
    weigh: noEffect,
    // @ts-expect-error an action that asks for nothing is given nothing
    reopen: ({ input, setHeader }) => setHeader({ note: input.reason }),
  },
})

effectsFor(example, {
  actions: { finish: noEffect, reopen: noEffect, weigh: noEffect },
  async beforeSave({ lines, problem }) {
    // @ts-expect-error a problem is a refusal the document lists
    problem('already-received', {})
    // @ts-expect-error a line has the document's fields
    lines.map(({ line }) => line.colour)
  },
})

const parts = {
  open: 'weight',
  done: 'doneQuantity',
  given: 'weighed',
  states: { none: 'draft', part: 'draft', all: 'done' },
} as const
export const ofParts = partsOf(example, parts)
// @ts-expect-error the quantity that is open is one of the line's
partsOf(example, { ...parts, open: 'length' })
// @ts-expect-error the states are the document's
partsOf(example, { ...parts, states: { ...parts.states, all: 'finished' } })

/** Documents of other types are read and written as their declarations say. */
const receipt = defineDocument({
  name: 'example',
  area: 'stock',
  label: words,
  prefix: 'EX',
  header: {},
  lines: {},
  states: { draft: state(words, 'draft') },
  initial: 'draft',
  editable: ['draft'],
  source: { document: 'arrival', states: ['arrived'] },
  actions: { take: { label: words, from: ['draft'], to: null } },
  pages: {},
})

effectsFor(receipt, {
  actions: {
    async take({ sources, documents }) {
      for (const source of (await sources()).values()) {
        const accepted: Quantity | null = source.acceptedQuantity
        // @ts-expect-error a line of the predecessor has its fields
        const missing = source.wantedOn
        // @ts-expect-error the predecessor is of the declared type
        const isOrder = source.type === 'purchase-order'
        void [accepted, missing, isOrder]
      }
      const { header, lines } = await documents.load('goods-receipt', '1010', '')
      // @ts-expect-error a state is one of the document's
      if (header.state === 'picked') return
      // @ts-expect-error a line has the document's fields
      lines.map((line) => line.colour)
      // @ts-expect-error a document is one of the registry
      await documents.load('goods-receipts', '1010', '')
      const entered = { companyCode: '1010', lines: [] }
      // @ts-expect-error a new document has only its own fields
      await documents.create('goods-receipt', { ...entered, header: { colour: 'red' } })
      await documents.change('goods-receipt', '1010', '', {
        // @ts-expect-error a quantity is exact, no plain text
        lines: [{ lineNo: 1, quantity: '1' }],
      })
    },
  },
  prefill: async ({ sources }) => ({
    header: {},
    lines: sources.map((source) => ({
      source: { id: source.id, lineNo: source.lineNo },
      // @ts-expect-error what is proposed comes from fields of the predecessor
      quantity: source.orderedQuantity,
    })),
  }),
})
