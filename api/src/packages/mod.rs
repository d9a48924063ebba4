//! Packages: what a listener's membership allows at a given moment.
