import { useCallback, useMemo, useRef } from 'react'
import { useLanguage } from '../text/language.ts'
import { useTab } from '../tab/tab-context.ts'
import type { TabHandle } from '../tab/tab-context.ts'
import { useChoice } from './use-confirm.tsx'

type Leave = { key?: string; target: EventTarget | null }

/**
 * Closes a dialog or drawer: by its buttons immediately, by Escape only if `hasEntries` returns false, otherwise after
 * a question. Escape handled by an inner element, such as a cell editor, is ignored.
 */
export function useLeave(onClose: () => void, hasEntries: () => boolean): (event: Leave) => void {
  const choose = useChoice()
  const { label } = useLanguage()
  return useCallback(
    (event) => {
      if (event.key !== 'Escape') {
        onClose()
        return
      }
      if (event.target instanceof Element && !event.target.isConnected) return
      // The editor of a cell may still be there: the key ended it.
      if (event.target instanceof Element && event.target.closest('.ag-cell-inline-editing')) return
      if (!hasEntries()) {
        onClose()
        return
      }
      const ask = async (): Promise<void> => {
        const chosen = await choose({
          title: label({ zh: '关闭并放弃填写的内容？', en: 'Close and discard what was entered?' }),
          choices: [
            { key: 'stay', text: label({ zh: '继续填写', en: 'Go on' }), isFocused: true },
            {
              key: 'close',
              text: label({ zh: '放弃并关闭', en: 'Discard and close' }),
              isDangerous: true,
            },
          ],
        })
        if (chosen === 'close') onClose()
      }
      void ask()
    },
    [choose, hasEntries, label, onClose],
  )
}

/** The tab as seen inside a drawer, and whether its content reported unsaved work. */
export function useOwnWork(): { tab: TabHandle; hasWork: () => boolean } {
  const tab = useTab()
  const parts = useRef(new Set<string>())
  return useMemo(
    () => ({
      tab: {
        ...tab,
        setUnsaved: (part, work) => {
          if (work === null) parts.current.delete(part)
          else parts.current.add(part)
          tab.setUnsaved(part, work)
        },
      },
      hasWork: () => parts.current.size > 0,
    }),
    [tab],
  )
}
