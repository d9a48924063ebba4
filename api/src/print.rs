//! Output of the command line to standard output.

use std::{
    fmt::Arguments,
    io::{self, Write},
};

/// Prints a line. Unlike `println!` it does not fail on a closed pipe.
macro_rules! print_line {
    ($($text:tt)*) => { $crate::print::print(format_args!("{}\n", format_args!($($text)*))) };
}
pub(crate) use print_line;

/// Prints a text without a line break.
pub fn print(text: Arguments<'_>) {
    Output.write_fmt(text).and_then(|()| Output.flush()).expect("standard output can be written");
}

/// Standard output. Once its reader has closed it, as `head` does, the rest is dropped and the command goes on.
pub struct Output;

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        or_closed(io::stdout().write(bytes), bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        or_closed(io::stdout().flush(), ())
    }
}

fn or_closed<T>(result: io::Result<T>, closed: T) -> io::Result<T> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(closed),
        result => result,
    }
}
