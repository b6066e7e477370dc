import { theme as antdTheme } from 'antd'
import type { ThemeConfig } from 'antd'
import type { ThemeName } from './preferences.ts'
import { brand, brandDark, controlHeights, fontFamily, fontSize, radius } from './tokens.ts'
import type { Density } from './tokens.ts'

/** Text on filled buttons and badges of the dark theme. */
const onLight = brandDark.ground

/**
 * The antd theme built from the tokens. Nothing that opens moves: a press on a menu or a dialog that still grows could
 * miss the entry under the pointer, and antd dialogs inside kept pages require it (shell.md section 3).
 */
export function themeConfig(name: ThemeName, density: Density): ThemeConfig {
  const colours = name === 'dark' ? brandDark : brand
  return {
    // antd would make a key per provider, and compute and insert all styles again for each page.
    cssVar: { key: `kufang-${name}-${density}` },
    algorithm: name === 'dark' ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
    token: {
      colorPrimary: colours.primary,
      colorInfo: colours.primary,
      colorLink: colours.primary,
      colorSuccess: colours.success,
      colorWarning: colours.warning,
      colorError: colours.error,
      // antd's default greys for hints have too little contrast (4.5:1).
      colorTextPlaceholder: colours.hint,
      colorTextDescription: colours.hint,
      // antd's own is black in the dark theme, so bars and switches on the ground would be seen as darker boxes.
      colorBgLayout: colours.ground,
      borderRadius: radius,
      controlHeight: controlHeights[density],
      fontSize,
      fontFamily,
      motion: false,
    },
    components: {
      Layout: { headerPadding: '0 12px', headerHeight: 48 },
      Menu: {
        itemHeight: controlHeights[density] + 4,
        itemMarginBlock: 2,
        itemSelectedColor: colours.selected,
      },
      // Light colours of the dark theme need dark text: white would have too little contrast (4.5:1).
      ...(name === 'dark' && {
        Button: { primaryColor: onLight, dangerColor: onLight },
        Badge: { colorTextLightSolid: onLight },
        Tag: { colorTextLightSolid: onLight },
      }),
      Alert: { withDescriptionPadding: '8px 12px', withDescriptionIconSize: 20 },
      Form: { itemMarginBottom: 12, verticalLabelPadding: '0 0 4px' },
    },
  }
}
