import { theme as antdTheme } from 'antd'
import { createContext, useCallback, useContext, useState } from 'react'
import { createPortal } from 'react-dom'
import type { CSSProperties, ReactNode } from 'react'
import { pageCatalogue } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { useLanguage } from '../../text/language.ts'
import { BesideTitle } from './beside-title.ts'
import styles from './pages.module.css'

export interface PageFrameProps {
  /** The path of the page, which determines the title; or the title itself. */
  path?: string
  title?: ReactNode
  /** Beside the title: a count, a switch, saved views. */
  titleExtra?: ReactNode
  /** The primary action, the first on the right. */
  primary?: ReactNode
  /** The secondary actions, right of the primary one. */
  actions?: ReactNode
  children: ReactNode
}

/** The title of a page by its path. */
export function usePageTitle(path: string): string {
  const { label } = useLanguage()
  const page = pageCatalogue.find((entry) => entry.path === path)
  return page === undefined ? path : label(page)
}

/** The element for secondary actions of inner components, at the right end of the title row. */
const ActionsPlace = createContext<HTMLElement | null>(null)

/** Renders buttons in the title row from an inner component. */
export function PageActions({ children }: { children: ReactNode }): ReactNode {
  const place = useContext(ActionsPlace)
  return place === null ? null : createPortal(children, place)
}

/** The frame of every page: the title row and below it the content, which fills the window. */
export function PageFrame(props: PageFrameProps): ReactNode {
  const { token } = antdTheme.useToken()
  const title = usePageTitle(props.path ?? '')
  const [place, setPlace] = useState<HTMLElement | null>(null)
  // A hidden tab gives its refs up: its actions stay with what was typed into them.
  const keepPlace = useCallback((element: HTMLElement | null): void => {
    if (element !== null) setPlace(element)
  }, [])
  const beside = useContext(BesideTitle)
  const colours = {
    '--line': token.colorBorder,
    '--paper': token.colorBgElevated,
    '--ground': token.colorBgLayout,
    '--primary': token.colorPrimary,
  }
  return (
    <div className={styles.page} style={colours as CSSProperties}>
      <div className={styles.titleRow}>
        <h1 className={styles.title} tabIndex={-1}>
          {props.title ?? title}
        </h1>
        {beside}
        {props.titleExtra}
        <span className={styles.spring} />
        {props.primary}
        {props.actions}
        <span ref={keepPlace} className={styles.secondary} />
      </div>
      <ActionsPlace value={place}>{props.children}</ActionsPlace>
    </div>
  )
}
