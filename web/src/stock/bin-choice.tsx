import { textOf } from '@kufang/kernel/text-of.ts'
import { Button } from 'antd'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { Tone } from '@kufang/contract/document/declare/tone.ts'
import { describeBinReason, type BinChoice } from '@kufang/contract/bins/bin-choice.ts'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { TabState } from '../kit/document/tab-state.tsx'
import type { SlotLine } from '../kit/document/slots.ts'
import { DataGrid } from '../kit/grid/data-grid.tsx'
import type { GridColumn } from '../kit/grid/grid-column.ts'
import { StateTag } from '../kit/theme/state-tag.tsx'
import { useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'

const messages = defineMessages({
  title: {
    zh: '第 {line} 行 {material} {description}：放到哪个货位',
    en: 'Line {line}, {material} {description}: into which bin',
  },
  bin: { zh: '货位', en: 'Bin' },
  area: { zh: '库区', en: 'Area' },
  reasons: { zh: '原因', en: 'Why' },
  proposed: { zh: '建议', en: 'Proposed' },
  possible: { zh: '可用', en: 'Possible' },
  refused: { zh: '不可用', en: 'Ruled out' },
  take: { zh: '选用', en: 'Take' },
  empty: {
    zh: '该库存地点没有货位；请先在货位管理中维护',
    en: 'The storage location has no bins; have them maintained first',
  },
})

const tones: Readonly<Record<BinChoice['verdict'], Tone>> = {
  proposed: 'done',
  possible: 'waiting',
  refused: 'failed',
}

/** The bins of a storage location for the goods of a line: the best first, each with its reasons. */
// oxlint-disable-next-line max-lines-per-function -- markup: one table with its columns
export function BinChoiceDialog(props: {
  line: SlotLine
  number: number
  choices: readonly BinChoice[]
  error: unknown
  isLoading: boolean
  onRetry: () => unknown
  onTake: (choice: BinChoice) => void
  onClose: () => void
}): ReactNode {
  const t = useMessages(messages)
  const { language } = useLanguage()
  const { line, choices, onTake } = props
  const columns = useMemo(
    (): GridColumn<BinChoice>[] => [
      {
        field: 'bin',
        label: t('bin'),
        kind: 'text',
        width: 220,
        isSortable: false,
        render: ({ bin, verdict }) => (
          <>
            {bin} <StateTag tone={tones[verdict]} label={t(verdict)} />
          </>
        ),
      },
      { field: 'area', label: t('area'), kind: 'text', width: 80, isSortable: false },
      {
        field: 'reasons',
        label: t('reasons'),
        kind: 'text',
        width: 460,
        isSortable: false,
        render: ({ reasons }) =>
          reasons
            .map((reason) => describeBinReason(reason, language))
            .join(language === 'zh' ? '；' : '; '),
      },
      {
        field: 'verdict',
        label: '',
        kind: 'text',
        width: 90,
        isSortable: false,
        render: (choice) =>
          choice.verdict === 'refused' ? null : (
            <Button size="small" type="link" onClick={() => onTake(choice)}>
              {t('take')}
            </Button>
          ),
      },
    ],
    [t, language, onTake],
  )
  const title = t('title', {
    line: props.number,
    material: textOf(line['materialNo']),
    description: textOf(line['description']),
  })
  return (
    <Dialog isOpen size="broad" title={title} onClose={props.onClose}>
      {choices.length === 0 ? (
        <TabState
          error={props.error}
          isLoading={props.isLoading}
          onRetry={props.onRetry}
          empty={t('empty')}
        />
      ) : (
        <DataGrid
          pageKey={null}
          ariaLabel={title}
          columns={columns}
          source={{ kind: 'rows', rows: choices }}
          rowId={({ bin }) => bin}
          height="content"
        />
      )}
    </Dialog>
  )
}
