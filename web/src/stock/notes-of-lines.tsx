import { textOf } from '@kufang/kernel/text-of.ts'
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { ErrorBanner } from '../kit/feedback/error-banner.tsx'
import type { EntrySlotProps } from '../kit/document/slots.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { isStockOfLine, useRelevantNotes } from './relevant-notes.ts'

const messages = defineMessages({
  title: { zh: '这些库存有备注，请先看', en: 'There are notes on this stock; read them first' },
  note: {
    zh: '第 {line} 行（{material}，货位 {bin}）：{text}（{person}）',
    en: 'Line {line} ({material}, bin {bin}): {text} ({person})',
  },
})

/** What people have noted on the rows of the stock from which these lines take, as far as it still matters. */
export function NotesOfLines({
  header,
  lines,
}: Pick<EntrySlotProps, 'header' | 'lines'>): ReactNode {
  const t = useMessages(messages)
  const { data = [], error } = useRelevantNotes(
    { plant: textOf(header['plant']), storageLocation: textOf(header['storageLocation']) },
    lines.map((line) => textOf(line['materialNo'])),
  )
  if (error !== null) return <ErrorBanner error={error} />
  const told = lines.flatMap((line, index) => {
    const stock = data.find((one) => isStockOfLine(one, line))
    return stock === undefined ? [] : [{ line: index + 1, stock }]
  })
  if (told.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      title={t('title')}
      description={told.map(({ line, stock }) => (
        <div key={line}>
          {t('note', {
            line,
            material: textOf(stock['materialNo']),
            bin: textOf(stock['bin']),
            text: textOf(stock['noteText']),
            person: textOf(stock['notedByName']),
          })}
        </div>
      ))}
    />
  )
}
