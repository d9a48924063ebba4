//! Sound and covers: the object store, tickets, and responses with ranges.

mod covers;
mod mp4;
mod pieces;
mod serve;
mod sound;
mod store;
mod tickets;

pub use self::{
    covers::{LARGEST_COVER, TextImage, image_address, store_cover, store_text_image},
    serve::router,
    sound::{Mark, Sound, probe},
    store::{Media, MediaError},
    tickets::{TICKET_LIFETIME, TicketFault, Tickets},
};
