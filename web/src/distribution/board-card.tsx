import { useEffect, useEffectEvent, useRef } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { distributionOrder } from '@kufang/contract/distribution/distribution-order.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import type { Row } from '../kit/fields/field-column.ts'
import { numberText } from '../kit/grid/cell-format.ts'
import { StateTag } from '../kit/theme/state-tag.tsx'
import { useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { withUnit } from '../kit/text/unit-text.ts'
import styles from './board.module.css'

const messages = defineMessages({
  required: { zh: '需用 {date}', en: 'Required {date}' },
  weight: { zh: '{weight} kg', en: '{weight} kg' },
  noWeight: { zh: '重量未知', en: 'Weight not known' },
  hazard: { zh: '危险类别 {classes}', en: 'Hazard class {classes}' },
  more: { zh: '等 {lines} 行', en: '… {lines} {lines|line|lines}' },
  stop: { zh: '第 {stop} 站', en: 'Stop {stop}' },
  noPlace: { zh: '未填点位', en: 'No place given' },
})

const states: Readonly<Record<string, (typeof distributionOrder.states)['waiting']>> =
  distributionOrder.states

/**
 * An order on the board. It is dragged, carried with the space bar and the arrow keys, or opened.
 * @param refusal why it cannot be put onto another trip; null if it can
 * @param takesFocus it was carried here by keyboard; `onFocused` is called once it has the focus
 */
export function BoardCard(props: {
  row: Row
  isHeld: boolean
  refusal: string | null
  onOpen: () => void
  onKey: (event: KeyboardEvent) => void
  onDrag: (isDragged: boolean) => void
  takesFocus: boolean
  onFocused: () => void
}): ReactNode {
  const { row, isHeld, refusal, takesFocus } = props
  const button = useRef<HTMLButtonElement>(null)
  const focus = useEffectEvent(() => {
    button.current?.focus()
    props.onFocused()
  })
  useEffect(() => {
    if (takesFocus) focus()
  }, [takesFocus])
  const t = useMessages(messages)
  const { label } = useLanguage()
  const text = (name: string): string => textOf(row[name])
  const state = states[text('state')]
  const classes = text('hazardClasses')
  return (
    <button
      ref={button}
      type="button"
      className={styles.card}
      draggable={refusal === null}
      data-held={isHeld}
      title={refusal ?? undefined}
      aria-keyshortcuts={refusal === null ? 'Space' : undefined}
      aria-pressed={isHeld}
      onClick={props.onOpen}
      onKeyDown={props.onKey}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', text('id'))
        event.dataTransfer.effectAllowed = 'move'
        props.onDrag(true)
      }}
      onDragEnd={() => props.onDrag(false)}
    >
      <span className={styles.cardHead}>
        <strong>{text('docNo')}</strong>
        {state !== undefined && <StateTag tone={state.tone} label={label(state.label)} />}
      </span>
      <span className={styles.place}>
        {text('stopNo') !== '' && `${t('stop', { stop: text('stopNo') })} · `}
        {text('deliveryPlace') || t('noPlace')}
      </span>
      <span>
        {text('pickingUnitName') || text('pickingUnit')} {text('requesterName')}
      </span>
      <span className={styles.goods}>
        {text('description')}{' '}
        {text('quantity') !== '' && withUnit(numberText(row['quantity']), row['unit'])}
        {Number(row['lineCount']) > 1 && ` ${t('more', { lines: Number(row['lineCount']) })}`}
      </span>
      <span className={styles.figures}>
        <span>
          {text('weightKg') === ''
            ? t('noWeight')
            : t('weight', { weight: numberText(row['weightKg']) })}
        </span>
        {classes !== '' && <span className={styles.hazard}>{t('hazard', { classes })}</span>}
        {text('requiredDate') !== '' && (
          <span>{t('required', { date: text('requiredDate') })}</span>
        )}
      </span>
    </button>
  )
}
