import {
  CheckCircleFilled,
  CloseOutlined,
  ExclamationCircleFilled,
  PlusOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useLanguage, withDetail } from '../text/language.ts'
import { useMessages } from '../text/messages.ts'
import { numberProblem, withOldest } from '../text/serial-list.ts'
import { serialMessages } from './serial-messages.ts'
import styles from './serial-numbers.module.css'
import type { SerialEntry } from './use-serial-entry.ts'

interface PanelProps {
  /** The id of the list, for the box that owns the keyboard. */
  id: string
  /** What is entered: the words of the column. */
  label: string
  entry: SerialEntry
}

/** The id of the option of a number. */
export const optionId = (id: string, number: string): string =>
  `${id}-${number.replaceAll(/[^\w-]/g, (character) => `_${character.codePointAt(0)}`)}`

/** The serial numbers of a line and those that may be chosen; the focus stays in the cell's box. */
export function SerialPanel(props: PanelProps): ReactNode {
  const { message } = props.entry.state
  const t = useMessages(serialMessages)
  return (
    // The keys are the box's: a press here must not take the focus from it, which would end the edit.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- no action of its own
    <div className={styles.panel} onMouseDown={(event) => event.preventDefault()}>
      <PanelHead {...props.entry} />
      {message !== '' && (
        <div role="alert" className={styles.message}>
          <ExclamationCircleFilled aria-hidden /> {message}
        </div>
      )}
      <SerialOptions {...props} />
      <div className={styles.keys} aria-hidden>
        {t(props.entry.condition === 'free' ? 'keys' : 'keysOfOffer')}
      </div>
    </div>
  )
}

/** The count, and what is done with all numbers by one press. */
function PanelHead({ state: { numbers }, context, isOfStock, act }: SerialEntry): ReactNode {
  const t = useMessages(serialMessages)
  const oldest = withOldest(numbers, context).length - numbers.length
  return (
    <div className={styles.head}>
      <Count
        given={numbers.length}
        needed={context.needed}
        wrong={numbers.filter((number) => numberProblem(number, context) !== null).length}
      />
      <span className={styles.spring} />
      {oldest > 0 && (
        <Button
          size="small"
          type="primary"
          tabIndex={-1}
          aria-keyshortcuts="Alt+Enter"
          title={withDetail(
            t(isOfStock ? 'takeOldest' : 'takeFirst', { count: oldest }),
            'Alt+Enter',
          )}
          onClick={() => act({ do: 'takeOldest' })}
        >
          {t(isOfStock ? 'takeOldest' : 'takeFirst', { count: oldest })}
        </Button>
      )}
      {numbers.length > 0 && (
        <Button size="small" tabIndex={-1} onClick={() => act({ do: 'clear' })}>
          {t('clear')}
        </Button>
      )}
    </div>
  )
}

/** How many are given and needed, said by words, sign and colour. */
function Count(props: { given: number; needed: number | null; wrong: number }): ReactNode {
  const { given, needed, wrong } = props
  const t = useMessages(serialMessages)
  if (needed === null)
    return (
      <strong role="status" className={styles.count}>
        {t('counted', { given })}
      </strong>
    )
  const isComplete = given === needed && wrong === 0
  const kind = wrong > 0 ? 'wrong' : isComplete ? 'complete' : given < needed ? 'missing' : 'excess'
  return (
    <strong role="status" className={styles.count} data-kind={kind}>
      {isComplete && <CheckCircleFilled aria-hidden />}{' '}
      {kind === 'complete'
        ? t('complete', { given, needed })
        : t(kind, { given, needed, count: wrong > 0 ? wrong : Math.abs(needed - given) })}
    </strong>
  )
}

/** The numbers of the line, then the pieces that may be chosen. */
function SerialOptions({ id, label: name, entry }: PanelProps): ReactNode {
  const { state, context, choices, condition } = entry
  const { numbers, active } = state
  const t = useMessages(serialMessages)
  const { label } = useLanguage()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
  }, [active, numbers.length])
  const notes = new Map(context.offered?.map(({ serialNumber, note }) => [serialNumber, note]))
  const toggle = (number: string): void => entry.act({ do: 'toggle', number })
  const offerText = (): string => {
    const count = choices.length
    if (condition === 'free') return numbers.length === 0 ? t('nothingYet') : ''
    if (condition === 'loading' || condition === 'failed') return t(condition)
    if (context.offered?.length === 0) return t('noneOffered')
    if (count === 0) return ''
    return t(condition === 'known' ? 'offered' : condition, { count })
  }
  const heading = offerText()
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-multiselectable
      aria-label={name}
      className={styles.list}
    >
      {numbers.map((number, at) => {
        const problem = numberProblem(number, context)
        return (
          <Option
            key={number}
            id={optionId(id, number)}
            number={number}
            position={at + 1}
            note={problem === null ? (notes.get(number) ?? '') : label(problem)}
            isWrong={problem !== null}
            isActive={active === number}
            onToggle={toggle}
          />
        )
      })}
      {heading !== '' && (
        <div role="presentation" className={styles.heading}>
          {heading}
        </div>
      )}
      {choices.map(({ serialNumber, note }) => (
        <Option
          key={serialNumber}
          id={optionId(id, serialNumber)}
          number={serialNumber}
          position={null}
          note={note}
          isWrong={false}
          isActive={active === serialNumber}
          onToggle={toggle}
        />
      ))}
    </div>
  )
}

/** A number of the line (with its position), or a piece that may be chosen. */
function Option(props: {
  id: string
  number: string
  position: number | null
  note: string
  isWrong: boolean
  isActive: boolean
  onToggle: (number: string) => void
}): ReactNode {
  const t = useMessages(serialMessages)
  const { number, position } = props
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the box's, which owns the list
    <div
      id={props.id}
      role="option"
      tabIndex={-1}
      aria-selected={position !== null}
      {...(props.isActive && { 'data-active': '' })}
      className={styles.option}
      onClick={position === null ? () => props.onToggle(number) : undefined}
    >
      <span className={styles.position}>{position ?? <PlusOutlined aria-hidden />}</span>
      <span className={styles.number}>{number}</span>
      <span className={props.isWrong ? styles.wrong : styles.note}>
        {props.isWrong && <ExclamationCircleFilled aria-hidden />} {props.note}
      </span>
      {position !== null && (
        <Button
          size="small"
          type="text"
          tabIndex={-1}
          icon={<CloseOutlined aria-hidden />}
          aria-label={t('remove', { number })}
          title={t('remove', { number })}
          onClick={() => props.onToggle(number)}
        />
      )}
    </div>
  )
}
