// The fonts of the reader's machine: the site asks no network for anything.
import DefaultTheme from 'vitepress/theme-without-fonts'
import './style.css'

export default DefaultTheme
