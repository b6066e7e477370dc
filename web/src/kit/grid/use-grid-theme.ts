import { checkboxStyleDefault, createTheme, inputStyleBordered } from 'ag-grid-community'
import type { Theme } from 'ag-grid-community'
import { theme as antdTheme } from 'antd'
import { useThemeName } from '../theme/preferences.ts'
import type { ThemeName } from '../theme/preferences.ts'
import { fontFamily, rowHeights, tableFontSize } from '../theme/tokens.ts'
import type { Density } from '../theme/tokens.ts'
import { gridIcons } from './grid-icons.ts'

/** The parts of the theme Quartz that our tables show: it has styles for tabs, buttons and drop zones besides. */
const base = createTheme()
  .withPart(checkboxStyleDefault)
  .withPart(inputStyleBordered)
  .withPart(gridIcons)

type Token = ReturnType<typeof antdTheme.useToken>['token']

/**
 * The themes made so far. AG Grid inserts the styles of each theme object into the page, after which the browser
 * computes styles anew; antd returns the same token object for the same theme and density.
 */
const made = new WeakMap<Token, Map<string, Theme>>()

/** The AG Grid theme derived from antd's tokens, so that both change together. */
export function useGridTheme(density: Density): Theme {
  const { token } = antdTheme.useToken()
  const name = useThemeName()
  const ofToken = made.get(token) ?? new Map<string, Theme>()
  made.set(token, ofToken)
  const key = `${name} ${density}`
  const theme = ofToken.get(key) ?? makeTheme(token, name, density)
  ofToken.set(key, theme)
  return theme
}

function makeTheme(token: Token, name: ThemeName, density: Density): Theme {
  return base.withParams({
    browserColorScheme: name,
    accentColor: token.colorPrimary,
    backgroundColor: token.colorBgContainer,
    foregroundColor: token.colorText,
    textColor: token.colorText,
    borderColor: token.colorBorderSecondary,
    headerBackgroundColor: token.colorFillQuaternary,
    headerTextColor: token.colorTextSecondary,
    headerFontWeight: 600,
    oddRowBackgroundColor: token.colorBgContainer,
    rowHoverColor: token.colorFillTertiary,
    selectedRowBackgroundColor: token.controlItemBgActive,
    invalidColor: token.colorError,
    fontFamily,
    fontSize: tableFontSize,
    headerFontSize: tableFontSize,
    rowHeight: rowHeights[density],
    headerHeight: rowHeights[density] + 2,
    cellHorizontalPadding: 8,
    autoHeightMinBodyHeight: 2 * rowHeights[density],
    wrapperBorderRadius: token.borderRadius,
    borderRadius: token.borderRadius,
    columnBorder: false,
    pinnedRowFontWeight: 600,
  })
}
