import { useEffect, useRef } from 'react'
import { useTab } from '../tab/tab-context.ts'

/**
 * Ctrl+Enter for the primary action and Ctrl+S for the draft, wherever the focus is, while this
 * tab is in front; null while something else has the say, such as a dialog.
 */
export function useEntryKeys(keys: { onSubmit: () => void; onSave: () => void } | null): void {
  const { isShown } = useTab()
  const newest = useRef(keys)
  useEffect(() => {
    newest.current = keys
  })
  const isActive = isShown && keys !== null
  useEffect(() => {
    if (!isActive) return undefined
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.repeat || newest.current === null) return
      if (event.key === 'Enter') newest.current.onSubmit()
      else if (event.key.toLowerCase() === 's') newest.current.onSave()
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [isActive])
}
