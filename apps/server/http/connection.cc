#include "server/http/connection.h"

#include <unistd.h>

#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/buffer_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <cstring>
#include <fstream>
#include <optional>
#include <type_traits>

#include "base/random_id.h"
#include "server/http/bell.h"
#include "server/http/request_head.h"
#include "server/http/response_head.h"
#include "server/http/wire.h"

namespace octavo::server {

namespace asio = boost::asio;
namespace beast = boost::beast;
using Clock = std::chrono::steady_clock;
using Failure = boost::system::error_code;
template <class T = void>
using Task = asio::awaitable<T>;
constexpr auto kPlain = asio::as_tuple(asio::use_awaitable);

namespace {

// A stream without news says that it lives: proxies give up on silent ones after a minute or less.
constexpr std::chrono::seconds kComment{15};

Response internal_error(ProblemFormat format, const std::string& id) {
  return format({.status = 500,
                 .code = "internal_error",
                 .message = "something went wrong here; the log knows it by the request's id"},
                id);
}

}  // namespace

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(Site& site, asio::ip::tcp::socket socket) : site_(site), stream_(std::move(socket)) {
    Failure failure;
    const auto peer = stream_.socket().remote_endpoint(failure);
    peer_ = failure ? "" : peer.address().to_string(failure);
    stream_.socket().set_option(asio::ip::tcp::no_delay(true), failure);
    place_ = site_.connections.insert(site_.connections.end(), this);
    ++site_.counts.connections;
  }
  ~Connection() {
    site_.connections.erase(place_);
    --site_.counts.connections;
    if (site_.connection_ended) site_.connection_ended();
  }

  Task<> serve() {
    while (!site_.draining && co_await wait_for_request()) {
      const Busy busy(*this);
      if (!co_await serve_one()) break;
      if (buffer_.size() == 0) buffer_ = {};
    }
    Failure ignored;
    stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_both, ignored);
  }

  void close(bool idle_only) {
    if (idle_only && busy_) return;
    stream_.close();
    if (const auto bell = bell_.lock()) {
      bell->gone = true;
      ring(*bell);
    }
  }

 private:
  // While a request is under way, however it ends.
  class Busy {
   public:
    explicit Busy(Connection& connection) : connection_(connection) {
      connection_.busy_ = true;
      ++connection_.site_.counts.in_flight;
    }
    ~Busy() {
      connection_.busy_ = false;
      --connection_.site_.counts.in_flight;
    }
    Busy(const Busy&) = delete;
    Busy& operator=(const Busy&) = delete;

   private:
    Connection& connection_;
  };

  const HttpLimits& limits() const { return site_.options.limits; }

  // What touches the disk, on a thread for work: the disk may be slow, and everybody shares this
  // thread.
  template <class Work>
  Task<std::invoke_result_t<Work&>> elsewhere(Work work) {
    co_return co_await asio::co_spawn(
        site_.work, [&work]() -> Task<std::invoke_result_t<Work&>> { co_return work(); },
        asio::use_awaitable);
  }

  // Idle connections hold no buffer: the first bytes come into the connection itself.
  Task<bool> wait_for_request() {
    if (buffer_.size() > 0) co_return true;  // the next request is here already
    stream_.expires_after(limits().idle_time);
    const auto [failure, count] = co_await stream_.async_read_some(asio::buffer(first_), kPlain);
    if (failure) co_return false;
    const auto room = buffer_.prepare(count);
    std::memcpy(room.data(), first_.data(), count);
    buffer_.commit(count);
    co_return true;
  }

  std::string_view buffered() const {
    return {static_cast<const char*>(buffer_.data().data()), buffer_.size()};
  }

  // The length of the head in the buffer; 0: it was answered or is gone.
  Task<size_t> read_head(Problem& problem) {
    stream_.expires_after(limits().head_time);
    for (size_t seen = 0;;) {
      const std::string_view text = buffered();
      for (; seen < text.size(); ++seen) {
        if (text[seen] != '\n') continue;
        if (seen == 0 || text[seen - 1] != '\r') co_return seen + 1;  // refused by the reader
        if (seen >= 3 && text[seen - 2] == '\n') co_return seen + 1;
      }
      if (text.size() >= limits().head_bytes) {
        problem = {.status = 431,
                   .code = "headers_too_large",
                   .message = "the head of a request has at most " +
                              std::to_string(limits().head_bytes) + " bytes"};
        co_return 0;
      }
      const size_t room = std::min<size_t>(4096, limits().head_bytes - text.size());
      const auto [failure, count] = co_await stream_.async_read_some(buffer_.prepare(room), kPlain);
      if (failure) co_return 0;
      buffer_.commit(count);
    }
  }

  // One request and its answer; false when the connection is to end.
  Task<bool> serve_one() {
    const auto began = Clock::now();
    exchange_ = {.id = random_id(), .peer = peer_};
    format_ = problem_response;
    keep_ = false;
    head_only_ = false;
    BodyReader body(limits(), site_.budget, site_.options.staging_folder);
    const bool again = co_await serve_one(body, began);
    if (body.on_disk())
      co_await elsewhere([&] {
        body.forget_files();
        request_.parts.clear();
      });
    request_ = {};
    co_return again;
  }

  Task<bool> serve_one(BodyReader& body, Clock::time_point began) {
    Reply reply;
    std::optional<Problem> problem = co_await read_request(body);
    const bool complete = !problem;
    if (gone_) {
      report(began);
      co_return false;
    }
    if (problem)
      reply = refuse(*problem);
    else
      reply = co_await ask();
    // What of it is still needed, the handler has taken and counts itself.
    request_.body = {};
    body.release();
    if (!complete || site_.draining) keep_ = false;
    co_await answer(std::move(reply));
    report(began);
    if (!complete && !exchange_.broken_off) co_await wire_.linger();
    co_return keep_ && !exchange_.broken_off;
  }

  Response refuse(const Problem& problem) const {
    Response response = format_(problem, exchange_.id);
    if (!problem.allowed.empty()) response.headers.emplace_back("Allow", problem.allowed);
    return response;
  }

  // Where that body's calls belong.
  template <class Call>
  Task<std::optional<Problem>> hand(const BodyReader& body, Call call) {
    if (!body.on_disk()) co_return call();
    co_return co_await elsewhere(std::move(call));
  }

  void report(Clock::time_point began) {
    exchange_.seconds = std::chrono::duration<double>(Clock::now() - began).count();
    if (site_.options.observe) site_.options.observe(exchange_);
  }

  Task<std::optional<Problem>> read_request(BodyReader& body) {
    Problem early;
    const size_t size = co_await read_head(early);
    if (size == 0) {
      if (!early.code.empty()) co_return early;
      gone_ = true;
      co_return early;
    }
    exchange_.bytes_in = size;
    auto read = read_request_head(buffered().substr(0, size), limits());
    if (auto* problem = std::get_if<Problem>(&read)) co_return *problem;
    RequestHead& head = std::get<RequestHead>(read);
    newer_ = buffered().substr(0, buffered().find('\r')).ends_with("1.1");
    head.request.id = exchange_.id;
    head.request.peer = peer_;
    exchange_.method = method_name(head.request.method);
    head_only_ = head.request.method == Method::kHead;
    if (auto problem = find_route(head.request)) co_return *problem;
    if (auto problem = site_.access.check(head.request, route_->open, Clock::now()))
      co_return *problem;
    if (auto problem = body.begin(head, route_->body)) co_return *problem;
    if (auto problem = co_await read_body(head, size, body)) co_return *problem;
    if (auto problem = co_await hand(body, [&] { return body.finish(head.request); }))
      co_return *problem;
    request_ = std::move(head.request);
    keep_ = head.keep_alive;
    co_return std::nullopt;
  }

  std::optional<Problem> find_route(Request& request) {
    format_ = site_.router.problem_format(request.path);
    Match match = site_.router.find(request.method, request.path);
    route_ = match.route;
    if (route_ != nullptr) {
      request.parameters = std::move(match.parameters);
      format_ = route_->problem;
      exchange_.route = route_->pattern;
      return std::nullopt;
    }
    const std::string allowed = site_.router.allowed(request.path);
    // Without a key nobody learns which paths there are.
    if (auto problem = site_.access.check(request, false, Clock::now())) return problem;
    if (allowed.empty())
      return Problem{
          .status = 404, .code = "not_found", .message = "there is nothing at this path"};
    return Problem{.status = 405,
                   .code = "method_not_allowed",
                   .message = "this path answers " + allowed,
                   .allowed = allowed};
  }

  Task<std::optional<Problem>> read_body(const RequestHead& head, size_t head_size,
                                         BodyReader& body) {
    beast::http::request_parser<beast::http::buffer_body> parser;
    parser.header_limit(static_cast<uint32_t>(limits().head_bytes + kPiece));
    parser.body_limit(boost::none);  // counted by the reader, whichever way it comes
    Failure failure;
    const size_t taken = parser.put(asio::buffer(buffer_.data(), head_size), failure);
    if ((failure && failure != beast::http::error::need_more) || !parser.is_header_done())
      co_return Problem{.status = 400, .code = "invalid_request", .message = "the head is damaged"};
    buffer_.consume(taken);
    if (parser.is_done() || !(head.chunked || head.content_length.value_or(0) > 0))
      co_return std::nullopt;
    if (head.expects_continue) {
      gone_ = !co_await write("HTTP/1.1 100 Continue\r\n\r\n");
      if (gone_) co_return Problem{};
    }
    const auto deadline = Clock::now() + limits().body_time;
    std::string piece(kPiece, '\0');
    while (!parser.is_done()) {
      parser.get().body().data = piece.data();
      parser.get().body().size = piece.size();
      stream_.expires_at(std::min(deadline, Clock::now() + limits().stall_time));
      const auto [wrong, count] =
          co_await beast::http::async_read_some(stream_, buffer_, parser, kPlain);
      exchange_.bytes_in += count;
      const size_t arrived = piece.size() - parser.get().body().size;
      const std::string_view data = std::string_view(piece).substr(0, arrived);
      if (auto problem = co_await hand(body, [&] { return body.feed(data); })) co_return problem;
      if (wrong == beast::http::error::need_buffer || !wrong) continue;
      co_return body_problem(wrong);
    }
    co_return std::nullopt;
  }

  Problem body_problem(const Failure& wrong) {
    // After its timer the stream is closed: nobody is left to be told.
    const bool protocol =
        wrong.category() == make_error_code(beast::http::error::bad_chunk).category();
    gone_ = !protocol || wrong == beast::http::error::partial_message ||
            wrong == beast::http::error::end_of_stream;
    return {.status = 400, .code = "invalid_request", .message = "the body is damaged"};
  }

  Task<Reply> ask() {
    try {
      if (route_->runs == Runs::kInline) co_return route_->handler(request_);
      co_return co_await elsewhere([this] { return route_->handler(request_); });
    } catch (const std::exception&) {
    }
    co_return internal_error(format_, exchange_.id);
  }

  Task<> answer(Reply reply) {
    if (auto* pending = std::get_if<std::unique_ptr<Pending>>(&reply)) {
      const bool there = co_await wait_for_answer(**pending);
      if (!there) co_return broken_off();
      const Response response = co_await take_answer(**pending);
      pending->reset();
      co_await write_response(response);
    } else if (auto* events = std::get_if<EventStream>(&reply)) {
      co_await write_events(*events);
    } else {
      co_await write_response(std::get<Response>(reply));
    }
  }

  void broken_off() { exchange_.broken_off = true; }

  void watch_client(const std::shared_ptr<Bell>& bell) {
    bell_ = bell;
    ring_when_closed(stream_.socket(), bell, shared_from_this());
  }
  void unwatch_client() {
    Failure ignored;
    stream_.socket().cancel(ignored);
  }

  Task<bool> wait_for_answer(Pending& pending) {
    const auto bell = std::make_shared<Bell>(site_.loop);
    pending.start(make_wake(site_.loop, bell));
    watch_client(bell);
    bool there = false;
    while (!there && !bell->gone) {
      there = pending.ready(Clock::now() >= pending.deadline());
      if (!there) co_await wait_for(*bell, pending.deadline());
    }
    unwatch_client();
    co_return there && !bell->gone && stream_.socket().is_open();
  }

  Task<Response> take_answer(Pending& pending) {
    try {
      co_return co_await elsewhere([&pending] { return pending.take(); });
    } catch (const std::exception&) {
    }
    co_return internal_error(format_, exchange_.id);
  }

  Task<> write_events(EventStream& events) {
    Response head{.content_type = "text/event-stream", .headers = std::move(events.headers)};
    head.headers.emplace_back("X-Accel-Buffering", "no");
    chunked_ = newer_;
    keep_ = keep_ && newer_;
    exchange_.status = head.status;
    const std::string text =
        response_head(head, exchange_.id, {.chunked = chunked_, .keep_alive = keep_});
    if (!co_await write(text)) co_return broken_off();
    if (head_only_) co_return;
    co_await pump_events(*events.source);
    events.source.reset();
    unwatch_client();
    if (!chunked_ || exchange_.broken_off) co_return;
    if (!co_await write("0\r\n\r\n")) broken_off();
  }

  Task<> pump_events(EventSource& source) {
    const auto bell = std::make_shared<Bell>(site_.loop);
    source.start(make_wake(site_.loop, bell));
    watch_client(bell);
    auto state = EventSource::State::kMore;
    while (state != EventSource::State::kFinished && !exchange_.broken_off) {
      std::string text;
      state = source.poll(text);
      if (text.empty() && state == EventSource::State::kWaiting) {
        const auto patience = Clock::now() + kComment;
        co_await wait_for(*bell, patience);
        if (Clock::now() >= patience) text = ": still here\n\n";
      }
      bool good = !bell->gone && stream_.socket().is_open();
      if (good) good = co_await write_chunk(text);
      if (!good) broken_off();
    }
  }

  Task<bool> write_chunk(const std::string& text) {
    if (text.empty()) co_return true;
    if (!chunked_) co_return co_await write(text);
    co_return co_await wire_.write_chunk(text, exchange_.bytes_out);
  }

  Task<> write_response(const Response& response) {
    exchange_.status = response.status;
    if (!response.file.empty()) {
      co_await write_file(response);
      co_return;
    }
    const bool bodyless = response.status == 204 || response.status == 304;
    std::string text = response_head(
        response, exchange_.id,
        {.content_length = bodyless ? std::nullopt : std::optional<uint64_t>(response.body.size()),
         .keep_alive = keep_});
    if (!head_only_ && !bodyless) text += response.body;
    if (!co_await write(text)) broken_off();
  }

  Task<> write_file(const Response& response) {
    std::ifstream file;
    const int64_t size = co_await elsewhere([&] {
      file.open(response.file, std::ios::binary | std::ios::ate);
      const int64_t end = file ? static_cast<int64_t>(file.tellg()) : -1;
      if (response.delete_file) ::unlink(response.file.c_str());
      file.seekg(0);
      return end;
    });
    if (size < 0) {
      co_await write_response(internal_error(format_, exchange_.id));
      co_return;
    }
    const std::string head =
        response_head(response, exchange_.id,
                      {.content_length = static_cast<uint64_t>(size), .keep_alive = keep_});
    bool good = co_await write(head);
    std::string piece;
    for (int64_t left = head_only_ ? 0 : size; left > 0 && good;) {
      piece.resize(static_cast<size_t>(std::min<int64_t>(left, kPiece)));
      good = co_await elsewhere([&] {
        return static_cast<bool>(
            file.read(piece.data(), static_cast<std::streamsize>(piece.size())));
      });
      if (good) good = co_await write(piece);
      left -= static_cast<int64_t>(piece.size());
    }
    // The last that is known of a file takes time to go, too.
    co_await elsewhere([&] { file.close(); });
    if (!good) broken_off();
  }

  Task<bool> write(std::string_view text) { return wire_.write(text, exchange_.bytes_out); }

  Site& site_;
  beast::tcp_stream stream_;
  Wire wire_{stream_, limits()};
  std::string peer_;
  std::list<Connection*>::iterator place_;
  std::weak_ptr<Bell> bell_;  // of the answer that is waited for
  std::array<char, 512> first_{};
  beast::flat_buffer buffer_;
  Request request_;
  Exchange exchange_;
  const Route* route_ = nullptr;
  ProblemFormat format_ = problem_response;
  bool busy_ = false;
  bool keep_ = false;  // the connection goes on after this answer
  bool newer_ = true;  // HTTP/1.1
  bool chunked_ = false;
  bool head_only_ = false;
  bool gone_ = false;  // nobody is left to be answered
};

void serve_connection(Site& site, asio::ip::tcp::socket socket) {
  auto connection = std::make_shared<Connection>(site, std::move(socket));
  asio::co_spawn(
      site.loop, [connection]() -> Task<> { co_await connection->serve(); },
      [](const std::exception_ptr&) {});  // out of memory: this connection's loss alone
}

void close_connection(Connection& connection, bool idle_only) { connection.close(idle_only); }

void refuse_connection(asio::ip::tcp::socket socket) {
  static const std::string kAnswer =
      response_head(Response{.status = 503, .headers = {{"Retry-After", "5"}}}, random_id(),
                    {.content_length = 0, .keep_alive = false});
  Failure ignored;
  socket.non_blocking(true, ignored);
  socket.write_some(asio::buffer(kAnswer), ignored);
}

}  // namespace octavo::server
