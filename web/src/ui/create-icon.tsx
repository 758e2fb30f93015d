import { createElement, type SVGProps } from 'react';

/** What an icon's file of the icon library says of it. */
export interface IconData {
  name: string;
  node: [tag: string, attributes: Record<string, string | number>][];
  aliases?: readonly string[];
}

interface IconProps extends SVGProps<SVGSVGElement> {
  size?: number;
}

/**
 * Stands in the build where the icon library has its own, which works out every attribute anew each time an icon is drawn: a quarter
 * of what the frame of a page cost the server. There what is inside an icon is written down once.
 */
// oxlint-disable-next-line import/no-default-export -- the files of the icons ask for it so
export default function createIcon({ name, node, aliases = [] }: IconData) {
  const ownClasses = ['lucide', ...[name, ...aliases].map((part) => `lucide-${part}`)].join(' ');
  const inside = import.meta.env.SSR
    ? { dangerouslySetInnerHTML: { __html: node.map(markupOf).join('') } }
    : { children: node.map(([tag, attributes]) => createElement(tag, attributes)) };
  return function Icon({ size = 24, className, ...rest }: IconProps) {
    return (
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        className={className ? `${ownClasses} ${className}` : ownClasses}
        aria-hidden="true"
        {...rest}
        {...inside}
      />
    );
  };
}

function markupOf([tag, { key: _key, ...attributes }]: IconData['node'][number]): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
  return `<${tag}${written.join('')}></${tag}>`;
}
