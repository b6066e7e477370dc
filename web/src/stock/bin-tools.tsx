import { textOf } from '@kufang/kernel/text-of.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Space } from 'antd'
import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import {
  describeBinReason,
  type BinChoice,
  type BinRequest,
} from '@kufang/contract/bins/bin-choice.ts'
import { api } from '../kit/api/client.ts'
import type { EntrySlotProps, SlotLine } from '../kit/document/slots.ts'
import { lazyPart } from '../kit/feedback/lazy-part.tsx'
import type { Row } from '../kit/fields/field-column.ts'
import { useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { lineToExplain } from './line-to-explain.ts'

const BinChoiceDialog = lazyPart(
  async () => ({ default: (await import('./bin-choice.tsx')).BinChoiceDialog }),
  'overlay',
)

const messages = defineMessages({
  why: { zh: '第 {line} 行 {bin}：{reasons}', en: 'Line {line}, {bin}: {reasons}' },
  proposed: {
    zh: '第 {line} 行建议 {bin}：{reasons}',
    en: 'Line {line}: {bin} is proposed, because it {reasons}',
  },
  none: {
    zh: '第 {line} 行没有合适的货位：请看各货位的原因',
    en: 'No bin fits line {line}: see what rules each of them out',
  },
  choose: { zh: '为第 {line} 行选货位', en: 'Choose a bin for line {line}' },
})

export interface BinToolsProps extends Pick<
  EntrySlotProps,
  'header' | 'lines' | 'chosen' | 'onLinesChange'
> {
  /** The line's field with the bin that receives its goods. */
  field: string
  /** The storage location of the bins. */
  storageLocation: string
  /** The line's field with the bin where the goods lie now, in the same storage location. */
  exceptField?: string
  /** Lines that are not put into stock, such as rejects, have no proposal. */
  isStored?: (line: SlotLine) => boolean
}

/** Why the bin of a line was proposed, or what speaks against it, and all bins of the place to choose from. */
export function BinTools(props: BinToolsProps): ReactNode {
  const t = useMessages(messages)
  const { language } = useLanguage()
  const { field, lines } = props
  const [isOpen, setOpen] = useState(false)
  const line = lineToExplain(props)
  const request = line === undefined ? null : requestOf(props, line)
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ['bin-choices', request],
    queryFn: ({ signal }) =>
      api.post<BinChoice[]>('/api/stock/bin-choices', { ...request }, { signal }),
    enabled: request !== null,
    staleTime: 0,
  })
  if (line === undefined || request === null) return null
  const number = lines.indexOf(line) + 1
  const bin = textOf(line[field])
  const said = (data ?? []).find((one) =>
    bin === '' ? one.verdict === 'proposed' : one.bin === bin,
  )
  const reasons = said?.reasons
    .map((reason) => describeBinReason(reason, language))
    .join(language === 'zh' ? '；' : '; ')
  const take = (choice: BinChoice): void => {
    props.onLinesChange(
      lines.map((known) =>
        known.rowId === line.rowId ? { ...known, [field]: choice.bin } : known,
      ),
    )
    setOpen(false)
  }
  return (
    <Space wrap>
      <Button onClick={() => setOpen(true)}>{t('choose', { line: number })}</Button>
      <span role="status">
        {said !== undefined &&
          t(bin === '' ? 'proposed' : 'why', {
            line: number,
            bin: said.bin,
            reasons: reasons ?? '',
          })}
        {data !== undefined && said === undefined && bin === '' && t('none', { line: number })}
      </span>
      {isOpen && (
        <Suspense fallback={null}>
          <BinChoiceDialog
            line={line}
            number={number}
            choices={data ?? []}
            error={error}
            isLoading={isLoading}
            onRetry={refetch}
            onTake={take}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </Space>
  )
}

function requestOf(
  { header, storageLocation, exceptField }: BinToolsProps,
  line: SlotLine,
): BinRequest | null {
  const { materialNo, batch, quantity } = texts(line, ['materialNo', 'batch', 'quantity'])
  const place = texts(header, ['companyCode', 'plant'])
  const companyCode = place['companyCode'] || textOf(line['companyCode'])
  if (!materialNo || !place['plant'] || storageLocation === '') return null
  return {
    ...(companyCode === '' ? {} : { companyCode }),
    plant: place['plant'],
    storageLocation,
    materialNo,
    ...(batch ? { batch } : {}),
    ...(quantity ? { quantity } : {}),
    ...(exceptField === undefined ? {} : { exceptBin: textOf(line[exceptField]) }),
  }
}

const texts = (row: Row, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, textOf(row[name])]))
