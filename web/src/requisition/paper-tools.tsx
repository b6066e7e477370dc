import type { Quantity } from '@kufang/kernel/quantity.ts'
import { minimumQuantity } from '@kufang/kernel/quantity.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { Button, Space } from 'antd'
import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { accountAssignment } from '@kufang/contract/external-documents/mirror.ts'
import { lazyPart } from '../kit/feedback/lazy-part.tsx'
import type { EntrySlotProps } from '../kit/document/slots.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import type { Candidate } from './reservation-choice.tsx'

const ReservationChoice = lazyPart(
  async () => ({ default: (await import('./reservation-choice.tsx')).ReservationChoice }),
  'overlay',
)

const messages = defineMessages({
  choose: { zh: '为第 {line} 行选择预留', en: 'Choose a reservation for line {line}' },
  hint: {
    zh: '有匹配预留的行已带出最合适的预留，成本对象随预留；没有预留的请填写成本对象',
    en: 'Where a reservation matches, the best one is proposed with what it is charged to; otherwise enter what the goods are charged to',
  },
})

const accounts = Object.keys(accountAssignment)

/** Selection of the reservation that goods were for, which left in an emergency. */
export function PaperTools(props: EntrySlotProps): ReactNode {
  const t = useMessages(messages)
  const { lines, chosen, header } = props
  const [isOpen, setOpen] = useState(false)
  if (props.definition.source?.document !== 'emergency-issue') return null
  const line = chosen[0] ?? lines.find((known) => !known['reservationNo']) ?? lines[0]
  if (line === undefined) return null
  const take = (item: Candidate | null): void => {
    const changed = {
      ...line,
      reservationNo: item?.docNo ?? null,
      reservationLine: item?.lineNo ?? null,
      // What the item does not cover stays on the emergency issue, for another paper.
      quantity:
        item === null
          ? line['quantity']
          : minimumQuantity(line['quantity'] as Quantity, item.freeQuantity),
    }
    props.onLinesChange(lines.map((known) => (known.rowId === line.rowId ? changed : known)))
    if (item !== null)
      props.onHeaderChange(Object.fromEntries(accounts.map((name) => [name, item[name] ?? null])))
    setOpen(false)
  }
  return (
    <Space wrap>
      <Button onClick={() => setOpen(true)}>
        {t('choose', { line: lines.indexOf(line) + 1 })}
      </Button>
      <span>{t('hint')}</span>
      {isOpen && (
        <Suspense fallback={null}>
          <ReservationChoice
            line={line}
            companyCode={textOf(header['companyCode'])}
            plant={textOf(header['plant'])}
            onTake={take}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </Space>
  )
}
