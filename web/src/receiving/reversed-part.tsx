import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { arrival } from '@kufang/contract/receiving/arrival.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { openDocument } from '../kit/document/document-path.ts'
import type { BesideSlotProps } from '../kit/document/slots.ts'
import { useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'

const messages = defineMessages({
  onArrival: {
    zh: '冲回的数量回到到货单，可再次收货。实物并未到货的，请接着在到货单上“{act}”。',
    en: 'What is reversed goes back to its arrival and can be received again. If it never arrived, “{act}” on the arrival next.',
  },
  byInspection: {
    zh: '冲回的数量回到到货单，可再次收货。需检验的物资实际少到的，请整单冲回收货，由检验员撤回质检结论，再按“短缺”判定。',
    en: 'What is reversed goes back to its arrival and can be received again. If inspected goods never arrived, reverse the whole receipt, have the inspector withdraw the decision, and decide again with the missing quantity.',
  },
})

/**
 * Beside a receipt of which a part is or was reversed: the pieces are open on their arrival again, and those that were counted
 * too many are taken off there as well; of inspected goods by the decision.
 */
export function ReversedPart({ document, action }: BesideSlotProps): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const { header, lines } = document
  if (header.state === 'reversed') return null
  const back = lines.filter(
    (line) => action === 'reversePart' || Number(line['reversedQuantity'] ?? 0) > 0,
  )
  if (back.length === 0) return null
  const isInspected = (line: (typeof back)[number]): boolean => line['needsInspection'] === true
  const sentences = [
    ...(back.every(isInspected)
      ? []
      : [t('onArrival', { act: label(arrival.actions.reversePart.label) })]),
    ...(back.some(isInspected) ? [t('byInspection')] : []),
  ]
  const arrivals = new Map(back.map((line) => [textOf(line['sourceId']), textOf(line['sourceNo'])]))
  return (
    <Alert
      type="info"
      showIcon
      title={sentences.map((sentence) => (
        <div key={sentence}>{sentence}</div>
      ))}
      action={[...arrivals].map(([id, docNo]) => (
        <Button key={id} type="link" size="small" onClick={() => openDocument(arrival.name, id)}>
          {docNo}
        </Button>
      ))}
    />
  )
}
