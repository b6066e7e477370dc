import { textOf } from '@kufang/kernel/text-of.ts'
import { Button, Space } from 'antd'
import { Suspense, useState } from 'react'
import type { DocumentName } from '@kufang/contract/registry.ts'
import type { ReactNode } from 'react'
import { lazyPart } from '../kit/feedback/lazy-part.tsx'
import type { DocumentSlots, EntrySlotProps, SlotLine } from '../kit/document/slots.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { gatePassOf } from '../requisition/gate-pass-code.ts'
import type { ChosenStock } from './stock-choice.tsx'

const StockChoice = lazyPart(
  async () => ({ default: (await import('./stock-choice.tsx')).StockChoice }),
  'overlay',
)

const NotesOfLines = lazyPart(async () => ({
  default: (await import('../stock/notes-of-lines.tsx')).NotesOfLines,
}))

const messages = defineMessages({
  choose: {
    zh: '为第 {line} 行选择库存（先到期先出）',
    en: 'Choose stock for line {line} (first expired first out)',
  },
  hint: {
    zh: '货位与批次已按先到期先出提出，改选须填改选原因',
    en: 'Bins and batches are proposed first expired first out; a change needs its reason',
  },
})

/** Selection of the stock to pick, which is proposed by expiry and can be changed, and what is noted on it. */
function PickingTools(props: EntrySlotProps): ReactNode {
  const t = useMessages(messages)
  const { lines, chosen } = props
  const [isOpen, setOpen] = useState(false)
  const line = chosen[0] ?? lines.find((known) => (known['bin'] ?? '') === '') ?? lines[0]
  if (line === undefined) return null
  const take = (stock: ChosenStock): void => {
    const changed: SlotLine = {
      ...line,
      bin: stock.bin,
      batch: stock.batch === '' ? null : stock.batch,
      specialStock: stock.specialStock || null,
      specialStockReference: stock.specialStockReference || null,
    }
    props.onLinesChange(lines.map((known) => (known.rowId === line.rowId ? changed : known)))
    setOpen(false)
  }
  return (
    <Space orientation="vertical">
      <Suspense fallback={null}>
        <NotesOfLines header={props.header} lines={lines} />
      </Suspense>
      <Space wrap>
        <Button onClick={() => setOpen(true)}>
          {t('choose', { line: lines.indexOf(line) + 1 })}
        </Button>
        <span>{t('hint')}</span>
      </Space>
      {isOpen && (
        <Suspense fallback={null}>
          <StockChoice
            line={line}
            plant={textOf(props.header['plant'])}
            storageLocation={textOf(props.header['storageLocation'])}
            onTake={take}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </Space>
  )
}

export const documentSlots = {
  'goods-issue': { summary: PickingTools, printCode: gatePassOf('goods-issue') },
} satisfies Partial<Record<DocumentName, DocumentSlots>>
