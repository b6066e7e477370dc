import type { ReactNode } from 'react'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { useLanguage } from '../../kit/text/language.ts'
import { useMessages } from '../../kit/text/messages.ts'
import styles from './workspace.module.css'
import { workspaceMessages } from './workspace-messages.ts'
import { shortcuts } from './shortcuts.ts'
import type { ShortcutPlace } from './shortcuts.ts'

const headings = {
  everywhere: 'keysEverywhere',
  lists: 'keysInLists',
  forms: 'keysInForms',
  tabs: 'keysInTabs',
} as const satisfies Record<ShortcutPlace, keyof typeof workspaceMessages>

const places = ['everywhere', 'lists', 'forms', 'tabs'] as const

/** All keyboard shortcuts, shown with "?". */
export function ShortcutList(props: { isOpen: boolean; onClose: () => void }): ReactNode {
  const t = useMessages(workspaceMessages)
  const { label } = useLanguage()
  return (
    <Dialog isOpen={props.isOpen} title={t('keys')} onClose={props.onClose}>
      <div className={styles.keys}>
        {places.map((place) => (
          <section key={place}>
            <h2>{t(headings[place])}</h2>
            <dl>
              {shortcuts
                .filter((shortcut) => shortcut.place === place)
                .map((shortcut) => (
                  <ShortcutEntry
                    key={shortcut.keys}
                    keys={shortcut.keys}
                    text={label(shortcut.text)}
                  />
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

function ShortcutEntry({ keys, text }: { keys: string; text: string }): ReactNode {
  return (
    <>
      <dt>
        <kbd>{keys}</kbd>
      </dt>
      <dd>{text}</dd>
    </>
  )
}
