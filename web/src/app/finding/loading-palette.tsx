import { SearchOutlined } from '@ant-design/icons'
import { useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useMessages } from '../../kit/text/messages.ts'
import { findingMessages } from './finding-messages.ts'
import { paletteStore } from './finding-state.ts'
import styles from './palette.module.css'

/** What was typed before the palette was there. */
export interface TypedAhead {
  text: string
  /** Enter was pressed, as scanners do. */
  isEntered: boolean
}

/** The text box of the palette while its code is loaded: nothing typed meanwhile is lost. */
export function LoadingPalette(props: {
  typed: TypedAhead
  onTyped: (typed: TypedAhead) => void
}): ReactNode {
  const t = useMessages(findingMessages)
  const dialog = useRef<HTMLDialogElement>(null)
  // Before the next key press, which would otherwise be lost.
  useLayoutEffect(() => {
    const box = dialog.current
    box?.showModal()
    return () => box?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label={t('find')}
      onCancel={() => paletteStore.set(false)}
    >
      <div className={styles.entry}>
        <SearchOutlined aria-hidden />
        <input
          type="text"
          aria-label={t('find')}
          placeholder={t('placeholder')}
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          value={props.typed.text}
          onChange={(event) => props.onTyped({ text: event.target.value, isEntered: false })}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing)
              props.onTyped({ ...props.typed, isEntered: true })
          }}
        />
      </div>
    </dialog>
  )
}
