import type { ReactNode } from 'react';
import { type NavLinkProps, NavLink as RouterNavLink, useLocation } from 'react-router';
import { Link } from './Link.tsx';

interface PlaceProps extends Omit<NavLinkProps, 'to' | 'className' | 'children' | 'style'> {
  to: string;
  className?: string;
  children: ReactNode;
}

/** What the router's own gives, without asking the router; see `Link`. */
function DrawnNavLink({ to, className = '', ...rest }: PlaceProps) {
  const { pathname } = useLocation();
  const here = pathname === to || pathname.startsWith(`${to}/`);
  const classes = here ? `${className} active`.trimStart() : className;
  return <Link {...rest} to={to} aria-current={here ? 'page' : undefined} className={classes} />;
}

/** A link that says when it leads to where one is. */
export const NavLink = import.meta.env.SSR ? DrawnNavLink : (RouterNavLink as typeof DrawnNavLink);
