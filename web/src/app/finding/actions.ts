import type { Label } from '@kufang/contract/document/declare/label.ts'
import { indexedDocument } from '../../kit/declarations.ts'
import { languageStore } from '../../kit/text/language.ts'
import { themeStore } from '../../kit/theme/preferences.ts'
import { lock } from '../workspace/idle-lock.ts'
import { navigate } from '../../kit/location/hash-location.ts'
import type { MenuEntry } from '../menu/menu-entries.ts'
import { tabStore } from '../tabs/tab-store.ts'
import type { TabCommands } from '../tabs/use-tab-commands.tsx'
import { actionWords, newWords } from './action-words.ts'
import { findable } from './rank-texts.ts'
import type { Findable } from './rank-texts.ts'

/** A command of the palette. */
export interface PaletteAction {
  id: string
  label: Label
  /** The target, shown in small type beside the label. */
  hint: Label | null
  found: Findable
  run: () => void
}

export interface ActionMeans {
  account: string
  commands: TabCommands
  openKeys: () => void
  signOut: () => void
}

/** The commands available to the user: creating documents on their pages, and commands of the window. */
export function paletteActions(
  entries: readonly MenuEntry[],
  means: ActionMeans,
): readonly PaletteAction[] {
  return [...creations(entries), ...ofTheWindow(means)]
}

function creations(entries: readonly MenuEntry[]): PaletteAction[] {
  return entries.flatMap(({ page }) => {
    if (page.page.kind !== 'create') return []
    const known = indexedDocument(page.page.names[0] ?? '')
    if (known === undefined) return []
    const label = newWords(known.label)
    return [
      {
        id: `new ${page.path}`,
        label,
        hint: { zh: page.zh, en: page.en },
        found: findable(label.zh, label.en),
        run: () => navigate(page.path),
      },
    ]
  })
}

function ofTheWindow({ account, commands, openKeys, signOut }: ActionMeans): PaletteAction[] {
  const isDark = themeStore.get() === 'dark'
  const make = (name: keyof typeof actionWords, run: () => void): PaletteAction => {
    const label = actionWords[name]
    return { id: name, label, hint: null, found: findable(label.zh, label.en), run }
  }
  return [
    make(isDark ? 'light' : 'dark', () => themeStore.set(isDark ? 'light' : 'dark')),
    make('language', () => languageStore.set(languageStore.get() === 'zh' ? 'en' : 'zh')),
    make('keys', openKeys),
    make('closeTab', () => void commands.close(tabStore.get().activePath, 'self')),
    make('reopenTab', () => commands.reopen()),
    make('lock', () => lock(account)),
    make('signOut', signOut),
  ]
}
