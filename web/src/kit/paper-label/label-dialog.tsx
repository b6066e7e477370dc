import { Flex, InputNumber, Segmented } from 'antd'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { Dialog } from '../dialog/dialog.tsx'
import { printInFrame } from '../document/print/print-frame.tsx'
import { toast } from '../feedback/toast.ts'
import { defineMessages, useMessages } from '../text/messages.ts'
import { labelSizes, labelsMax } from './label-model.ts'
import type { LabelModel } from './label-model.ts'
import { LabelSheet } from './label-sheet.tsx'
import '../document/print/paper.css'
import './label-sheet.css'
import style from './label-sheet.css?inline'

const messages = defineMessages({
  title: { zh: '打印标签', en: 'Print labels' },
  size: { zh: '标签纸', en: 'Paper' },
  copies: { zh: '每个份数', en: 'Copies of each' },
  count: { zh: '共 {count} 张', en: '{count} {count|label|labels}' },
  countShown: {
    zh: '共 {count} 张，预览前 {shown} 个',
    en: '{count} {count|label|labels}, the first {shown} shown',
  },
  tooMany: {
    zh: '一次最多打印 {limit} 张标签，请减少选择或份数',
    en: 'At most {limit} labels are printed at once; select fewer rows or copies',
  },
})

const previewed = 8
const copiesMax = 50

/** A preview of labels with size and number of copies; prints them with the browser. */
export default function LabelDialog(props: {
  labels: readonly LabelModel[]
  onClose: () => void
}): ReactNode {
  const t = useMessages(messages)
  const copiesId = useId()
  const [sizeName, setSizeName] = useState<string>(labelSizes[0].name)
  const [copies, setCopies] = useState(1)
  const size = labelSizes.find(({ name }) => name === sizeName) ?? labelSizes[0]
  const count = props.labels.length * copies
  const shown = props.labels.slice(0, previewed)
  const print = (): void => {
    try {
      printInFrame({
        title: t('title'),
        style: `@page { size: ${size.width}mm ${size.height}mm; margin: 0; }\n${style}`,
        content: props.labels.flatMap((model, at) =>
          Array.from({ length: copies }, (_, copy) => (
            <LabelSheet key={`${at} ${copy}`} model={model} size={size} />
          )),
        ),
      })
    } catch (thrown) {
      toast.error(thrown)
    }
  }
  return (
    <Dialog
      isOpen
      title={t('title')}
      onClose={props.onClose}
      actionText={t('title')}
      onAction={print}
      actionRefusal={count > labelsMax ? t('tooMany', { limit: labelsMax }) : null}
    >
      <Flex wrap gap={12} align="center">
        <Segmented
          aria-label={t('size')}
          value={sizeName}
          options={labelSizes.map(({ name }) => name)}
          onChange={setSizeName}
        />
        <label htmlFor={copiesId}>{t('copies')}</label>
        <InputNumber
          id={copiesId}
          min={1}
          max={copiesMax}
          precision={0}
          value={copies}
          onChange={(value) => setCopies(value ?? 1)}
        />
        <span role="status">
          {count > labelsMax
            ? t('tooMany', { limit: labelsMax })
            : props.labels.length > previewed
              ? t('countShown', { count, shown: previewed })
              : t('count', { count })}
        </span>
      </Flex>
      <Flex wrap gap={12} style={{ marginTop: 12 }}>
        {shown.map((model, at) => (
          <div key={`${at} ${model.code}`} className="paper" style={{ border: '1px solid #999' }}>
            <LabelSheet model={model} size={size} />
          </div>
        ))}
      </Flex>
    </Dialog>
  )
}
