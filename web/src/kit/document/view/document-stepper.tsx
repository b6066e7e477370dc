import type { ReactNode } from 'react'
import type { Act, AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { peopleOf } from '@kufang/contract/document/decide.ts'
import { StateTag } from '../../theme/state-tag.tsx'
import { useLanguage } from '../../text/language.ts'
import { momentText } from '../../fields/moment-text.ts'
import styles from '../document.module.css'
import { lifeOf, type LifeStep } from '../life-of.ts'
import { traceActWords } from './trace-words.ts'

/**
 * The acts shown as the life of the document: without what the system did to request the next posting step, because the
 * posting steps show whether that is posted.
 */
export function shownActs(
  { postingSteps = {} }: Pick<AnyDocument, 'postingSteps'>,
  acts: Readonly<Record<string, Act>>,
): LifeStep[] {
  const ofSteps = new Set(Object.values(postingSteps).map(({ settled }) => settled))
  return lifeOf(acts).filter(({ name }) => !ofSteps.has(name))
}

/** The label of a step; for progress by successors, the resulting state. */
export function stepWords(definition: AnyDocument, name: string, state: string): Label | string {
  const states = definition.progressStates
  if (name !== 'progress' || states === undefined) return traceActWords(definition, name)
  return definition.states[state === states.all ? states.all : states.partial]?.label ?? name
}

/** The history of a document: act, user and time, ending with the current state. */
export function DocumentStepper(props: {
  definition: AnyDocument
  acts: Readonly<Record<string, Act>>
  state: string
}): ReactNode {
  const { label } = useLanguage()
  const { definition } = props
  const state = definition.states[props.state]
  const between = label({ zh: '、', en: ', ' })
  return (
    <ol className={styles.steps} aria-label={label({ zh: '单据历程', en: 'Life of the document' })}>
      {shownActs(definition, props.acts).map(({ name, act }) => (
        <li key={name} className={styles.step}>
          <span className={styles.stepMark} aria-hidden="true">
            ✓
          </span>
          <span className={styles.stepText}>
            <strong>{label(stepWords(definition, name, props.state))}</strong>
            <span>
              {peopleOf(act)
                .map((person) => person.userName)
                .join(between)}{' '}
              <span className={styles.stepMoment}>{momentText(act.at)}</span>
            </span>
          </span>
        </li>
      ))}
      {state !== undefined && (
        <li className={`${styles.step} ${styles.stepNow}`} aria-current="step">
          <span className={styles.stepLabel}>{label({ zh: '当前状态', en: 'Current state' })}</span>
          <StateTag tone={state.tone} label={state.label} />
        </li>
      )}
    </ol>
  )
}
