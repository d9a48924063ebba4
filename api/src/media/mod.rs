//! Sound and images: the object store, tickets, and responses with ranges.

mod covers;
mod file_chunks;
mod mp4;
mod serve;
mod sound;
mod store;
mod tickets;

pub use self::{
    covers::{Cover, ImageError, MAX_COVER, TextImage, image_address, store_cover, store_text_image},
    serve::{BOOK_CACHE, no_file, router, sound},
    sound::{Mark, Sound, probe},
    store::{Media, MediaError},
    tickets::{TICKET_LIFETIME, Ticket, TicketFault, Tickets},
};
